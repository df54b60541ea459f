#include "explorer/run/make_trust_search.h"

#include <utility>

#include "explorer/algorithms/trust/trust_search.h"

namespace drover {

template <std::size_t Words>
std::unique_ptr<Search> make_trust_search(const TrustJob& job,
                                          trust::MakeChecker<Words> make_checker) {
  return std::make_unique<trust::TrustSearch<Words>>(
      job.automata, job.options, std::move(make_checker), job.control, job.observer);
}

template std::unique_ptr<Search> make_trust_search(const TrustJob&, trust::MakeChecker<1>);
template std::unique_ptr<Search> make_trust_search(const TrustJob&, trust::MakeChecker<2>);
template std::unique_ptr<Search> make_trust_search(const TrustJob&, trust::MakeChecker<4>);
template std::unique_ptr<Search> make_trust_search(const TrustJob&, trust::MakeChecker<8>);
template std::unique_ptr<Search> make_trust_search(const TrustJob&,
                                                   trust::MakeChecker<AnyNumberOfWords>);

}  // namespace drover
