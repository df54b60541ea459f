#include "explorer/crew/cluster_messages.h"

#include <utility>

#include "support/check.h"
#include "support/overloaded.h"

namespace drover::cluster {

namespace {

void write_end(ByteWriter& out, const ItemEnd& end) {
  out.put(end.findings ? 1 : 0);
  if (end.findings) end.findings->write(out);
  out.put(end.stopped_by ? static_cast<std::uint64_t>(*end.stopped_by) + 1 : 0);
}

ItemEnd read_end(ByteReader& in) {
  ItemEnd end;
  if (in.get_below(2) == 1) end.findings = Findings::read(in);
  if (const std::uint64_t reason = in.get(); reason > 0) {
    end.stopped_by = static_cast<StopReason>(reason - 1);
  }
  return end;
}

void read(ByteReader& in, Ready& message) {
  message.identity = in.get_text();
  message.host = in.get_text();
}
void read(ByteReader& in, Want& message) { message.worker = in.get(); }
void read(ByteReader& in, Part& message) {
  message.place = work::Place::read(in);
  message.width = static_cast<std::uint32_t>(in.get());
  message.bytes = in.get_text();
}
void read(ByteReader& in, Refusal& message) { message.place = work::Place::read(in); }
void read(ByteReader& in, Done& message) {
  message.place = work::Place::read(in);
  message.end = read_end(in);
}
void read(ByteReader& in, Seen& message) { message.executions = in.get(); }
void read(ByteReader& in, Left& message) {
  message.events.resize(in.get_count());
  for (std::uint64_t& events : message.events) events = in.get();
}
void read(ByteReader& in, Round& message) {
  message.is_fallback = in.get_below(2) == 1;
  if (const std::uint64_t obstacle = in.get(); obstacle > 0) {
    message.obstacle = static_cast<ReductionObstacle>(obstacle - 1);
  }
}
void read(ByteReader& in, Assignment& message) {
  message.worker = in.get();
  message.item = work::read_item(in);
}
void read(ByteReader& in, Call& message) {
  message.place = work::Place::read(in);
  message.order = static_cast<work::Order>(in.get());
}
void read(ByteReader& /*in*/, RoundOver& /*message*/) {}
void read(ByteReader& /*in*/, End& /*message*/) {}

// The kind of message that stands at `index` in the variant.
template <std::size_t At = 0>
Message read_kind(ByteReader& in, std::uint64_t index) {
  if constexpr (At == std::variant_size_v<Message>) {
    DROVER_UNREACHABLE("a message is of some kind");
  } else {
    if (index != At) return read_kind<At + 1>(in, index);
    std::variant_alternative_t<At, Message> message;
    read(in, message);
    return message;
  }
}

}  // namespace

Bytes write_message(const Message& message) {
  ByteWriter out;
  out.put(message.index());
  std::visit(overloaded{
                 [&](const Ready& ready) {
                   out.put(ready.identity);
                   out.put(ready.host);
                 },
                 [&](const Want& want) { out.put(want.worker); },
                 [&](const Part& part) {
                   part.place.write(out);
                   out.put(part.width);
                   out.put(part.bytes);
                 },
                 [&](const Refusal& refusal) { refusal.place.write(out); },
                 [&](const Done& done) {
                   done.place.write(out);
                   write_end(out, done.end);
                 },
                 [&](const Seen& seen) { out.put(seen.executions); },
                 [&](const Left& left) {
                   out.put(left.events.size());
                   for (const std::uint64_t events : left.events) out.put(events);
                 },
                 [&](const Round& round) {
                   out.put(round.is_fallback ? 1 : 0);
                   out.put(round.obstacle ? static_cast<std::uint64_t>(*round.obstacle) + 1 : 0);
                 },
                 [&](const Assignment& assignment) {
                   out.put(assignment.worker);
                   write_item(out, assignment.item);
                 },
                 [&](const Call& call) {
                   call.place.write(out);
                   out.put(static_cast<std::uint64_t>(call.order));
                 },
                 [](const RoundOver& /*over*/) {},
                 [](const End& /*end*/) {},
             },
             message);
  return out.take();
}

Message read_message(std::string_view bytes) {
  ByteReader in(bytes);
  Message message = read_kind(in, in.get());
  DROVER_CHECK(in.has_ended_well(), "a message of the same program can be read");
  return message;
}

}  // namespace drover::cluster
