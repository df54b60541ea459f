#pragma once

// Random paths through the tree of an exploration, and how likely they were.
//
// Where all choices are equally likely, the estimates of Knuth are far off for trees like those of
// TruSt: a few choices, revisits that leave little of the graph, have almost everything behind
// them, and random paths miss them. So paths may learn: what is behind a choice is guessed from the
// paths before, by how many events are left of the graph and how many reads in it are settled (they
// have been revisited), and choices are taken with a likelihood in proportion to that. Whatever the
// guesses are, the mean of one over the likelihood of a path is the number of leaves; good guesses
// make the spread small.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include "explorer/algorithms/search.h"

namespace drover {

class RandomPath {
 public:
  void begin() {
    steps_.clear();
    weight_ = 1;
  }

  // One of the alternatives, which have a `size` and `settled`: of the graph that is left.
  template <typename Alternative>
  [[nodiscard]] std::size_t choose(const std::vector<Alternative>& alternatives,
                                   std::mt19937_64& random, Likelihood likelihood) {
    likelihoods_.clear();
    for (const Alternative& each : alternatives) {
      likelihoods_.push_back(likelihood == Likelihood::Equal ? 1 : guess(key_of(each)));
    }
    std::discrete_distribution<std::size_t> distribution(likelihoods_.begin(), likelihoods_.end());
    const std::size_t chosen = distribution(random);
    double sum = 0;
    for (const double each : likelihoods_) sum += each;
    const double factor = sum / likelihoods_[chosen];
    weight_ *= factor;
    steps_.push_back({key_of(alternatives[chosen]), factor});
    return chosen;
  }

  // Gives one over the likelihood of the path, and learns from it.
  double end(bool is_leaf) {
    double behind = is_leaf ? 1 : 0;
    for (std::size_t i = steps_.size(); i-- > 0;) {
      learn(steps_[i].key, behind);
      behind *= steps_[i].factor;
    }
    return is_leaf ? weight_ : 0;
  }

 private:
  template <typename Alternative>
  [[nodiscard]] static std::size_t key_of(const Alternative& alternative) {
    constexpr std::size_t MaxSettled = 64;
    return alternative.size * MaxSettled + std::min(alternative.settled, MaxSettled - 1);
  }

  struct Step {
    std::size_t key = 0;
    double factor = 1;
  };
  struct Mean {
    double sum = 0;
    double count = 0;
  };

  // Nothing is so unlikely that it is never tried.
  [[nodiscard]] double guess(std::size_t key) const {
    constexpr double Least = 0.1;
    const bool is_known = key < means_.size() && means_[key].count > 0;
    return std::max(Least, is_known ? means_[key].sum / means_[key].count : 1.0);
  }
  void learn(std::size_t key, double behind) {
    if (means_.size() <= key) means_.resize(key + 1);
    means_[key].sum += behind;
    ++means_[key].count;
  }

  std::vector<Step> steps_;
  double weight_ = 1;
  std::vector<double> likelihoods_;
  std::vector<Mean> means_;  // of what was behind choices, by key
};

}  // namespace drover
