#include "input/compiler_flags.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "support/format.h"

namespace drover::input {

namespace {

// A flag, or the begin of flags.
struct Row {
  enum class Match : std::uint8_t {
    Whole,   // the flag alone
    Begin,   // and what is attached to it
    Either,  // its value is attached to it, or is the next word
    Next     // its value is the next word
  };
  std::string_view flag;
  Match match = Match::Whole;
  FlagUse use = FlagUse::Ignored;
  std::string_view why = {};
};

constexpr std::string_view Sizes =
    "types have the sizes of 64-bit Linux here: leave the flag out to check the program of that "
    "machine";
constexpr std::string_view Wraps =
    "signed overflow is an error here, as C has it: leave the flag out, or compute in unsigned "
    "types";
constexpr std::string_view PlainChar =
    "plain `char` is signed here: leave the flag out, or write `unsigned char`";
constexpr std::string_view Layout = "it changes the layout of types: leave the flag out";
constexpr std::string_view Extension = "this extension of C is not known: leave the flag out";
constexpr std::string_view OtherLanguage = "only C is read";
constexpr std::string_view WriteOut = "write the flags that it passes on by themselves";

using enum Row::Match;
using enum FlagUse;

// The first row that fits counts.
constexpr auto Rows = std::to_array<Row>({
    {"-D", Either, Passed},
    {"-U", Either, Passed},
    {"-isystem", Either, Passed},
    {"-iquote", Either, Passed},
    {"-idirafter", Either, Passed},
    {"-include", Next, Passed},
    {"-imacros", Next, Passed},
    {"-I", Either, Passed},
    {"-std=", Begin, Passed},
    {"-ansi", Whole, Passed},
    {"-m32", Whole, Refused, Sizes},
    {"-mx32", Whole, Refused, Sizes},
    {"-m16", Whole, Refused, Sizes},
    {"-m64", Whole, Ignored},
    {"-march=", Begin, Ignored},
    {"-mtune=", Begin, Ignored},
    {"-mcpu=", Begin, Ignored},
    {"-mabi=", Begin, Refused, Sizes},
    {"-msse", Begin, Ignored},
    {"-mno-sse", Begin, Ignored},
    {"-mavx", Begin, Ignored},
    {"-mno-avx", Begin, Ignored},
    {"-mcx16", Begin, Ignored},
    {"-mpopcnt", Begin, Ignored},
    {"-mbmi", Begin, Ignored},
    {"-mfma", Begin, Ignored},
    {"-maes", Begin, Ignored},
    {"-mpclmul", Begin, Ignored},
    {"-mrdrnd", Begin, Ignored},
    {"-mcmodel=", Begin, Ignored},
    {"-mfpu=", Begin, Ignored},
    {"-mfloat-abi=", Begin, Ignored},
    {"-mtls-", Begin, Ignored},
    {"-mno-red-zone", Begin, Ignored},
    {"-mgeneral-regs-only", Begin, Ignored},
    {"-moutline-atomics", Begin, Ignored},
    {"-mno-outline-atomics", Begin, Ignored},
    {"-mfentry", Begin, Ignored},
    {"-mno-omit-leaf-frame-pointer", Begin, Ignored},
    {"-momit-leaf-frame-pointer", Begin, Ignored},
    {"-mpreferred-stack-boundary=", Begin, Ignored},
    {"-mstackrealign", Begin, Ignored},
    {"-mindirect-branch", Begin, Ignored},
    {"-mfunction-return=", Begin, Ignored},
    {"-mbranch-protection=", Begin, Ignored},
    {"-mretpoline", Begin, Ignored},
    {"-mskip-rax-setup", Begin, Ignored},
    {"-mrecord-mcount", Begin, Ignored},
    {"-msoft-float", Begin, Ignored},
    {"-mstrict-align", Begin, Ignored},
    {"-mno-unaligned-access", Begin, Ignored},
    {"-mlse", Begin, Ignored},
    {"-mno-mmx", Begin, Ignored},
    {"-mmmx", Begin, Ignored},
    {"-m3dnow", Begin, Ignored},
    {"-mno-3dnow", Begin, Ignored},
    {"-fwrapv", Begin, Refused, Wraps},
    {"-fno-strict-overflow", Whole, Refused, Wraps},
    {"-funsigned-char", Whole, Refused, PlainChar},
    {"-fno-signed-char", Whole, Refused, PlainChar},
    {"-fshort-enums", Whole, Refused, Layout},
    {"-fshort-wchar", Whole, Refused, Layout},
    {"-fpack-struct", Begin, Refused, Layout},
    {"-fms-extensions", Whole, Refused, Extension},
    {"-fplan9-extensions", Whole, Refused, Extension},
    {"-fopenmp", Begin, Refused, Extension},
    {"-fblocks", Whole, Refused, Extension},
    {"-f", Begin, Ignored},
    {"-xc++", Whole, Refused, OtherLanguage},
    {"-xc", Whole, Ignored},
    {"-x", Next, Ignored},
    {"-Wp,", Begin, Refused, WriteOut},
    {"-Xpreprocessor", Next, Refused, WriteOut},
    {"-Xclang", Next, Ignored},
    {"-Xlinker", Next, Ignored},
    {"-W", Begin, Ignored},
    {"-w", Whole, Ignored},
    {"-O", Begin, Ignored},
    {"-g", Begin, Ignored},
    {"-o", Either, Ignored},
    {"-c", Whole, Ignored},
    {"-MF", Next, Ignored},
    {"-MT", Next, Ignored},
    {"-MQ", Next, Ignored},
    {"-MJ", Next, Ignored},
    {"-M", Begin, Ignored},
    {"-l", Either, Ignored},
    {"-L", Either, Ignored},
    {"-pthread", Whole, Ignored},
    {"-pedantic", Begin, Ignored},
    {"-pipe", Whole, Ignored},
    {"-pg", Whole, Ignored},
    {"-pie", Whole, Ignored},
    {"-no-pie", Whole, Ignored},
    {"-no-canonical-prefixes", Whole, Ignored},
    {"-static", Begin, Ignored},
    {"-shared", Begin, Ignored},
    {"-rdynamic", Whole, Ignored},
    {"-nostd", Begin, Ignored},
    {"-nodefaultlibs", Whole, Ignored},
    {"-save-temps", Begin, Ignored},
    {"-fdiagnostics", Begin, Ignored},
    {"--param", Next, Ignored},
    {"--param=", Begin, Ignored},
    {"--sysroot=", Begin, Ignored},
    {"-Qunused-arguments", Whole, Ignored},
    {"-s", Whole, Ignored},
});

bool fits(const Row& row, std::string_view word) {
  const bool is_whole = row.match == Whole || row.match == Next;
  return is_whole ? word == row.flag : word.starts_with(row.flag);
}

std::string in_folder(const std::string& folder, const std::string& path) {
  if (folder.empty() || std::filesystem::path(path).is_absolute()) return path;
  return (std::filesystem::path(folder) / path).lexically_normal().string();
}

}  // namespace

std::optional<CompilerFlag> find_compiler_flag(std::string_view word) {
  const auto* row = std::ranges::find_if(Rows, [&](const Row& each) { return fits(each, word); });
  if (row == Rows.end()) return std::nullopt;
  const bool takes_next = row->match == Next || (row->match == Either && word == row->flag);
  return CompilerFlag{.use = row->use, .takes_next = takes_next, .why = row->why};
}

CompilerFlags sort_compiler_flags(const std::vector<std::string>& words,
                                  const std::string& folder) {
  CompilerFlags out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!word.starts_with('-') || word == "-") {
      out.files.push_back(in_folder(folder, word));
      continue;
    }
    const auto flag = find_compiler_flag(word);
    if (!flag) {
      out.unknown.push_back(word);
      continue;
    }
    const std::string next = flag->takes_next && i + 1 < words.size() ? words[++i] : "";
    const bool is_other_language = word == "-x" && next != "c";
    if ((flag->use == Refused || is_other_language) && out.refusal.empty()) {
      out.refusal = format("`{}{}{}`: {}", word, next.empty() ? "" : " ", next,
                           is_other_language ? OtherLanguage : flag->why);
    }
    if (word == "-o") out.output = next;
    if (flag->use != Passed) continue;
    constexpr std::array<std::string_view, 4> OfFolders{"-isystem", "-iquote", "-idirafter", "-I"};
    const auto* of_folder = std::ranges::find_if(
        OfFolders, [&](std::string_view each) { return word.starts_with(each); });
    if (of_folder != OfFolders.end()) {
      const std::string given = flag->takes_next ? next : word.substr(of_folder->size());
      out.passed.push_back(std::string(*of_folder) + in_folder(folder, given));
    } else if (word == "-include" || word == "-imacros") {
      out.passed.push_back(word);
      out.passed.push_back(in_folder(folder, next));
    } else {
      out.passed.push_back(word + next);
    }
  }
  return out;
}

}  // namespace drover::input
