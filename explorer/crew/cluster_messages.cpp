#include "explorer/crew/cluster_messages.h"

#include "support/byte_fields.h"
#include "support/check.h"

namespace drover {

constexpr std::uint64_t limit_of(StopReason /*reason*/) { return 32; }
void transfer(auto& archive, Is<ItemEnd> auto& e) { archive(e.findings, e.stopped_by); }

}  // namespace drover

namespace drover::work {

constexpr std::uint64_t limit_of(Order /*order*/) { return 8; }

}  // namespace drover::work

namespace drover::cluster {

void transfer(auto& archive, Is<Ready> auto& m) { archive(m.identity, m.host); }
void transfer(auto& archive, Is<Want> auto& m) { archive(m.worker); }
void transfer(auto& archive, Is<Part> auto& m) { archive(m.place, m.width, m.bytes); }
void transfer(auto& archive, Is<Refusal> auto& m) { archive(m.place); }
void transfer(auto& archive, Is<Done> auto& m) { archive(m.place, m.end); }
void transfer(auto& archive, Is<Seen> auto& m) { archive(m.executions); }
void transfer(auto& archive, Is<Left> auto& m) { archive(m.events); }
void transfer(auto& archive, Is<Round> auto& m) { archive(m.is_fallback, m.obstacle); }
void transfer(auto& archive, Is<Assignment> auto& m) { archive(m.worker, m.item); }
void transfer(auto& archive, Is<Call> auto& m) { archive(m.place, m.order); }
void transfer(auto& /*archive*/, Is<RoundOver> auto& /*m*/) {}
void transfer(auto& /*archive*/, Is<End> auto& /*m*/) {}

namespace {

// Reads the kind of message at `index` in the variant.
template <std::size_t At = 0>
Message read_kind(ByteReader& in, std::uint64_t index) {
  if constexpr (At == std::variant_size_v<Message>) {
    DROVER_UNREACHABLE("a message is of some kind");
  } else {
    if (index != At) return read_kind<At + 1>(in, index);
    return load<std::variant_alternative_t<At, Message>>(in);
  }
}

}  // namespace

Bytes write_message(const Message& message) {
  ByteWriter out;
  out.put(message.index());
  std::visit([&](const auto& kind) { save(out, kind); }, message);
  return out.take();
}

Message read_message(std::string_view bytes) {
  ByteReader in(bytes);
  Message message = read_kind(in, in.get());
  DROVER_CHECK(in.has_ended_well(), "a message of the same program can be read");
  return message;
}

}  // namespace drover::cluster
