#include "drawing/grid.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace drover::drawing {

namespace {

using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

// Returns the length of the longest path to each node. Nothing if there is a cycle.
std::optional<std::vector<std::size_t>> depths(std::size_t count, const Edges& edges) {
  std::vector<std::size_t> incoming(count, 0);
  std::vector<std::vector<std::size_t>> next(count);
  for (const auto& [from, to] : edges) {
    ++incoming[to];
    next[from].push_back(to);
  }
  std::vector<std::size_t> depth(count, 0);
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < count; ++i) {
    if (incoming[i] == 0) ready.push_back(i);
  }
  for (std::size_t done = 0; done < ready.size(); ++done) {
    const std::size_t node = ready[done];
    for (const std::size_t to : next[node]) {
      depth[to] = std::max(depth[to], depth[node] + 1);
      if (--incoming[to] == 0) ready.push_back(to);
    }
  }
  if (ready.size() < count) return std::nullopt;
  return depth;
}

// Short-lived: holds a reference to the picture.
class GridMaker {
 public:
  explicit GridMaker(const Picture& picture) : picture_(picture) {
    block_of_.resize(picture.nodes.size());
    for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
      block_of_[i] = picture.nodes[i].is_joined ? block_of_[i - 1] : i;
    }
  }

  Grid make() {
    grid_.nodes.resize(picture_.nodes.size());
    grid_.headers.resize(picture_.threads.size());
    columns_ = columns_of_threads();
    place_initial_writes();
    const std::vector<std::size_t> depth = depths_of_nodes();
    for (const ThreadRole role : {ThreadRole::Init, ThreadRole::Worker, ThreadRole::Final}) {
      place_threads(role, depth);
    }
    return std::move(grid_);
  }

 private:
  std::vector<std::size_t> columns_of_threads() {
    std::size_t workers = 0;
    for (const PictureThread& thread : picture_.threads) {
      if (thread.role == ThreadRole::Worker) ++workers;
    }
    grid_.columns = std::max<std::size_t>(workers, 1);
    std::vector<std::size_t> columns;
    std::size_t next = 0;
    for (const PictureThread& thread : picture_.threads) {
      columns.push_back(thread.role == ThreadRole::Worker ? next++ : (grid_.columns - 1) / 2);
    }
    return columns;
  }

  [[nodiscard]] std::vector<std::size_t> depths_of_nodes() const {
    Edges order;
    for (const PictureThread& thread : picture_.threads) {
      for (std::size_t i = 1; i < thread.nodes.size(); ++i) {
        const auto from = block_of_[thread.nodes[i - 1]];
        const auto to = block_of_[thread.nodes[i]];
        if (from != to) order.emplace_back(from, to);
      }
    }
    for (const auto& [from, to] : picture_.synchronised) {
      order.emplace_back(block_of_[from], block_of_[to]);
    }
    Edges causal = order;
    for (const auto& [write, read] : picture_.reads_from) {
      if (is_among_one_role(write, read)) causal.emplace_back(block_of_[write], block_of_[read]);
    }
    const std::size_t count = picture_.nodes.size();
    if (auto found = depths(count, causal)) return *std::move(found);
    return *depths(count, order);
  }

  // Events of different roles are in different rows anyway.
  [[nodiscard]] bool is_among_one_role(std::size_t a, std::size_t b) const {
    const ThreadId first = picture_.nodes[a].thread;
    const ThreadId second = picture_.nodes[b].thread;
    if (first.is_none() || second.is_none()) return false;
    return picture_.threads[first.value].role == picture_.threads[second.value].role;
  }

  // Places initial writes above the columns of their readers, in few rows.
  void place_initial_writes() {
    const std::size_t count = picture_.initial.size();
    const std::size_t row_count = (count + grid_.columns - 1) / grid_.columns;
    grid_.rows.assign(row_count, RowKind::Initial);
    std::vector<std::vector<bool>> taken(row_count, std::vector<bool>(grid_.columns, false));
    for (const std::size_t node : picture_.initial) {
      const std::size_t wanted = column_of_reader(node);
      std::size_t best = std::numeric_limits<std::size_t>::max();
      Grid::Cell& cell = grid_.nodes[node];
      for (std::size_t row = row_count; row-- > 0;) {
        for (std::size_t column = 0; column < grid_.columns; ++column) {
          if (taken[row][column]) continue;
          const std::size_t off = column > wanted ? column - wanted : wanted - column;
          const std::size_t cost = 2 * off + 3 * (row_count - 1 - row);
          if (cost >= best) continue;
          best = cost;
          cell = {column, row};
        }
      }
      taken[cell.row][cell.column] = true;
    }
  }

  [[nodiscard]] std::size_t column_of_reader(std::size_t write) const {
    for (const auto& [from, to] : picture_.reads_from) {
      if (from == write) return columns_[picture_.nodes[to].thread.value];
    }
    return 0;
  }

  // True if the first node of a thread is below the spawn of that thread.
  [[nodiscard]] bool is_spawned(const PictureThread& thread) const {
    return !thread.nodes.empty() &&
           std::ranges::any_of(picture_.synchronised, [&](const auto& pair) {
             return pair.second == thread.nodes.front() &&
                    picture_.nodes[pair.first].thread != picture_.nodes[pair.second].thread;
           });
  }

  void place_threads(ThreadRole role, const std::vector<std::size_t>& depth) {
    const std::size_t header = grid_.rows.size();
    bool has_threads = false;
    std::size_t rows = 0;
    for (std::size_t t = 0; t < picture_.threads.size(); ++t) {
      const PictureThread& thread = picture_.threads[t];
      if (thread.role != role || !thread.is_drawn()) continue;
      has_threads = true;
      grid_.headers[t] = {columns_[t], header};
      for (const std::size_t node : thread.nodes) {
        const std::size_t row = depth[block_of_[node]];
        rows = std::max(rows, row + 1);
        grid_.nodes[node] = {columns_[t], header + 1 + row};
      }
      if (is_spawned(thread)) grid_.headers[t].row = grid_.nodes[thread.nodes.front()].row - 1;
    }
    if (!has_threads) return;
    grid_.rows.push_back(RowKind::Header);
    grid_.rows.insert(grid_.rows.end(), rows, RowKind::Events);
  }

  const Picture& picture_;
  std::vector<std::size_t> block_of_;  // the node whose cell it shares
  std::vector<std::size_t> columns_;   // by thread
  Grid grid_;
};

}  // namespace

Grid make_grid(const Picture& picture) { return GridMaker(picture).make(); }

}  // namespace drover::drawing
