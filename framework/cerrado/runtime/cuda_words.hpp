// Where the counters and flags of a GPU run lie.
#pragma once

namespace cerrado {

// Counters and flags in device memory that the host reads or sets while a kernel runs; 64 bits each.
enum Word {
    jobs_done_word,
    stop_word,
    shared_tail,
    shared_head,
    pending_word,
    donated_word,
    donated_done_word,
    word_count // behind them, for each round: the next job
};

} // namespace cerrado
