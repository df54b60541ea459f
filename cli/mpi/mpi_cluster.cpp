#include "cli/mpi/mpi_cluster.h"

#include <mpi.h>

#include <array>
#include <cstdlib>
#include <limits>
#include <utility>

#include "support/check.h"

namespace drover::cli {

namespace {

constexpr int Tag = 1;

}  // namespace

// A message keeps its address until it is sent.
struct MpiCluster::Sending {
  Bytes bytes;
  MPI_Request request = MPI_REQUEST_NULL;
};

MpiCluster::MpiCluster(int* argc, char*** argv) {
  int provided = 0;
  MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &provided);
  DROVER_CHECK(provided >= MPI_THREAD_SERIALIZED, "this MPI can be used by several threads");
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  rank_ = static_cast<std::size_t>(rank);
  size_ = static_cast<std::size_t>(size);
  std::array<char, MPI_MAX_PROCESSOR_NAME> name = {};
  int length = 0;
  MPI_Get_processor_name(name.data(), &length);
  host_.assign(name.data(), static_cast<std::size_t>(length));
}

MpiCluster::~MpiCluster() {
  for (Sending& each : sending_) MPI_Wait(&each.request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}

void MpiCluster::send(std::size_t to, Bytes bytes) {
  DROVER_CHECK(bytes.size() <= std::numeric_limits<int>::max(), "a message has less than 2 GiB");
  const std::lock_guard lock(mutex_);
  forget_sent();
  Sending& sending = sending_.emplace_back();
  sending.bytes = std::move(bytes);
  MPI_Isend(sending.bytes.data(), static_cast<int>(sending.bytes.size()), MPI_BYTE,
            static_cast<int>(to), Tag, MPI_COMM_WORLD, &sending.request);
}

std::optional<work::Cluster::Letter> MpiCluster::try_receive() {
  const std::lock_guard lock(mutex_);
  forget_sent();
  int is_there = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  MPI_Improbe(MPI_ANY_SOURCE, Tag, MPI_COMM_WORLD, &is_there, &message, &status);
  if (is_there == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Letter letter{.from = static_cast<std::size_t>(status.MPI_SOURCE),
                .bytes = Bytes(static_cast<std::size_t>(size), '\0')};
  MPI_Mrecv(letter.bytes.data(), size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  return letter;
}

void MpiCluster::abort(int status) {
  MPI_Abort(MPI_COMM_WORLD, status);
  std::_Exit(status);
}

void MpiCluster::forget_sent() {
  std::erase_if(sending_, [](Sending& each) {
    int is_sent = 0;
    MPI_Test(&each.request, &is_sent, MPI_STATUS_IGNORE);
    return is_sent != 0;
  });
}

}  // namespace drover::cli
