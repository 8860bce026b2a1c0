#include <cerrado/output/counter.hpp>
#include <cerrado/output/store_input.hpp>

#include <cerrado/contract/result.hpp>
#include <cerrado/contract/run_memory.hpp>
#include <cerrado/contract/session.hpp>

namespace cerrado {

Counter::Memory::Memory(RunMemory& memory) : memory_(&memory), words_(RunArray<Count>(memory, 2).data()) {}

void Counter::Memory::collect() {
    Count words[2];
    memory_->read(words, words_, sizeof words);
    count_ = (WideCount{words[1]} << 64) + words[0];
}

void Counter::Memory::conclude(RunResult& result, Session const& session) const {
    add_to(result.count, result.status == Status::limit ? *session.input<StoreInput>().limit : count_);
}

} // namespace cerrado
