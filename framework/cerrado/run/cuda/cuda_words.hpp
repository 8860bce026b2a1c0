// Where the counters and flags of a GPU run lie.
#pragma once

namespace cerrado {

// Counters and flags in device memory, 64 bits each, that the host reads or sets while a kernel runs. All workers add
// to the queue of a round. It has its own cache line, so that a look at the other words need not wait.
enum Word {
    jobs_done_word,
    stop_word,
    shared_tail,
    shared_head,
    pending_word,
    donated_word,
    donated_done_word,
    fault_word,
    left_next_word,
    last_change_word,
    next_of_even_round = 16,
    next_of_odd_round = 32,
    word_count = 48
};

} // namespace cerrado
