#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agentmd_fuzz::folder(input));
