// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Executes a small program of contract calls inside one eth_call and returns every result. It is sent as creation code
/// and never deployed: the constructor returns the answer (or, if it exceeds the size of a deployment, reverts with
/// it). Written by shared/chain/program.ts, which documents the layout of the program and the answer.
contract Lens {
    /// First word of every answer: "lens2".
    uint256 private constant MAGIC = 0x6c656e7332000000000000000000000000000000000000000000000000000000;
    /// EIP-170 limits what a constructor may return.
    uint256 private constant MAX_RETURN = 24000;
    /// What a constructor pays for its return data (Yellow Paper, appendix G: G_codedeposit). A revert pays nothing.
    uint256 private constant GAS_PER_RETURNED_BYTE = 200;
    /// The gas that one call may use. A call that uses all of it is assumed to use up any amount: it failed.
    uint256 private constant ENOUGH_GAS = 5_000_000;
    /// The same once such a call was found: more of them are likely, and the other calls must still be answered.
    uint256 private constant ENOUGH_AMONG_WASTERS = 1_000_000;
    uint256 private constant SHARE_AMONG_WASTERS = 8;
    /// Longest result: a call with ENOUGH_GAS cannot read as much from storage (2100 gas a word). A longer one counts
    /// as failed.
    uint256 private constant MAX_RESULT = 80_000;
    /// Limit of the whole answer; calls whose results do not fit were not made.
    uint256 private constant MAX_ANSWER = 262144;
    /// A contract that once used up its gas gets this much, and half of it each time that it does so again.
    uint256 private constant GAS_FOR_WASTERS = 200_000;
    /// With less than this at hand (or an eighth of the initial gas, if that is less) the program ends where it is.
    uint256 private constant GAS_TO_GO_ON = 120_000;
    /// What the lens itself spends on storing a result, besides the memory for it, and on finishing.
    uint256 private constant GAS_PER_STEP = 8000;

    /// The gas that a simulation may use, and what is left to the others once one has used that up.
    uint256 private constant ENOUGH_TO_SIMULATE = 2_000_000;
    uint256 private constant ENOUGH_AFTER_A_WASTER = 500_000;

    uint8 private constant STATIC_CALL = 1;
    uint8 private constant LOOP = 2;
    uint8 private constant LIST = 3;
    uint8 private constant SIMULATION = 4;

    uint8 private constant FAILED = 0;
    uint8 private constant OK = 1;
    uint8 private constant SKIPPED = 2;
    /// Used up a share that was not enough gas: it may have run out.
    uint8 private constant STARVED = 3;
    /// The same for a share that was small because little was left; or there was no room for the result.
    uint8 private constant UNTRIED = 4;

    /// Memory positions: results of calls by slot (0 while unknown), and per nesting depth the current index and the
    /// position of the current element.
    struct State {
        uint256 slots;
        uint256 indices;
        uint256 items;
        uint256 out;
        uint256 end;
        /// A call gets this fraction of the gas at hand (4: a quarter), and `most` as long as that much is there.
        uint256 share;
        uint256 most;
        uint256 enough;
        uint256 floor;
        /// The program has ended before its last step.
        bool ended;
        address waster;
        uint256 allowance;
        /// The waster has used up enough gas: it burns whatever it is given.
        bool burns;
        /// The gas that a simulation may use.
        uint256 simulated;
    }

    constructor(bytes memory program) {
        State memory s;
        uint256 cursor;
        assembly ("memory-safe") {
            cursor := add(program, 32)
        }
        uint256 end = cursor + program.length;
        uint256 slotCount = read(cursor, 2);
        uint256 start;
        assembly {
            // slots (one more than used), then 16 depths of indices and items, then the answer, to the end of memory
            let free := mload(0x40)
            mstore(s, free)
            let indices := add(free, mul(32, add(slotCount, 1)))
            calldatacopy(free, calldatasize(), sub(indices, free))
            mstore(add(s, 32), indices)
            mstore(add(s, 64), add(indices, 512))
            start := add(indices, 1024)
            mstore(start, MAGIC)
            mstore(add(start, 32), chainid())
            mstore(add(start, 64), number())
            mstore(add(start, 96), timestamp())
            mstore(add(s, 96), add(start, 128))
            mstore(add(s, 128), add(start, MAX_ANSWER))
            mstore(0x40, add(start, 128))
        }
        s.share = read(cursor + 2, 1);
        s.most = gasleft() / s.share;
        if (s.most > ENOUGH_GAS) s.most = ENOUGH_GAS;
        s.enough = ENOUGH_GAS;
        s.simulated = ENOUGH_TO_SIMULATE;
        s.floor = gasleft() / 8;
        if (s.floor > GAS_TO_GO_ON) s.floor = GAS_TO_GO_ON;
        run(cursor + 3, end, s);
        uint256 size = s.out - start;
        assembly {
            if or(gt(size, MAX_RETURN), lt(gas(), add(mul(size, GAS_PER_RETURNED_BYTE), 10000))) {
                revert(start, size)
            }
            return(start, size)
        }
    }

    function run(uint256 cursor, uint256 end, State memory s) private {
        unchecked {
            while (cursor < end && !s.ended) {
                uint256 op = read(cursor, 1);
                cursor = op == LOOP ? loop(cursor + 1, s) : call(cursor + 1, op, s);
            }
        }
    }

    /// call: slot 2 | result bound 2 | target operand | patch count 1 | patches (offset 2, operand) | data length 2 | data
    function call(uint256 cursor, uint256 op, State memory s) private returns (uint256) {
        unchecked {
            if (gasleft() < s.floor) {
                s.ended = true;
                return cursor;
            }
            uint256 head = read(cursor, 4);
            (uint256 patches, uint256 target, bool known) = operand(cursor + 4, s);
            (uint256 data, bool ready) = patch(patches, s);
            uint256 length = read(data - 2, 2);
            uint256 status = SKIPPED;
            if (known && ready && target != 0 && target >> 160 == 0) {
                status = op == SIMULATION
                    ? simulate(s, address(uint160(target)), data, length)
                    : execute(s, address(uint160(target)), op == STATIC_CALL, data, length);
            }
            status = record(s, head >> 16, status, head & 0xffff);
            // Calls after a change of state would otherwise be made without it.
            if (op != STATIC_CALL && op != SIMULATION && status > SKIPPED) s.ended = true;
            return data + length;
        }
    }

    /// Writes values into a call's data; returns where the data is, and whether all values are known.
    function patch(uint256 cursor, State memory s) private pure returns (uint256 data, bool ready) {
        unchecked {
            uint256 count = read(cursor, 1);
            cursor += 1;
            data = cursor;
            for (uint256 i; i < count; i++) {
                data = skip(data + 2);
            }
            data += 2;
            ready = true;
            for (uint256 i; i < count; i++) {
                uint256 at = data + read(cursor, 2);
                uint256 value;
                bool known;
                (cursor, value, known) = operand(cursor + 2, s);
                ready = ready && known;
                assembly {
                    mstore(at, value)
                }
            }
        }
    }

    /// Makes one call with a share of the gas at hand, so that a contract that burns all its gas does not starve the
    /// calls after it; the last one that did so gets little from then on.
    /// A call that has nearly used up its share may have failed, or answered differently, because a nested call ran out
    /// of gas (EIP-150 leaves 1/64 at each level): the outcome only counts if the share was enough gas.
    function execute(State memory s, address target, bool isStatic, uint256 data, uint256 length) private returns (uint256) {
        unchecked {
            uint256 limit = gasleft() / s.share;
            if (limit > ENOUGH_GAS) limit = ENOUGH_GAS;
            bool isShare = limit * 2 >= s.most;
            bool isWaster = target == s.waster;
            bool isEnough = limit >= s.enough;
            if (isWaster && limit > s.allowance) {
                limit = s.allowance;
                isShare = true;
                isEnough = s.burns;
            }
            (bool ok, uint256 used) = make(target, isStatic, data, length, limit);
            if (used <= limit - limit / (ok ? 16 : 4)) return ok ? OK : FAILED;
            if (isEnough) {
                s.enough = ENOUGH_AMONG_WASTERS;
                if (s.share < SHARE_AMONG_WASTERS) s.share = SHARE_AMONG_WASTERS;
            }
            if (!ok) {
                s.allowance = isWaster ? s.allowance / 2 : GAS_FOR_WASTERS;
                s.waster = target;
                s.burns = isEnough;
            }
            if (isEnough && !(ok && isWaster)) return ok ? OK : FAILED;
            return isShare ? STARVED : UNTRIED;
        }
    }

    /// Makes a call that reverts its own changes, of a contract that calls those of others: what one such call uses up is
    /// not its target's doing, so the next one still gets enough.
    function simulate(State memory s, address target, uint256 data, uint256 length) private returns (uint256) {
        unchecked {
            uint256 limit = gasleft() / s.share;
            bool isEnough = limit >= s.simulated;
            if (isEnough) limit = s.simulated;
            (bool ok, uint256 used) = make(target, false, data, length, limit);
            if (used <= limit - limit / (ok ? 16 : 4)) return ok ? OK : FAILED;
            if (isEnough) {
                s.simulated = ENOUGH_AFTER_A_WASTER;
                return ok ? OK : FAILED;
            }
            return limit * 2 >= s.most ? STARVED : UNTRIED;
        }
    }

    function make(address target, bool isStatic, uint256 data, uint256 length, uint256 limit)
        private
        returns (bool ok, uint256 used)
    {
        unchecked {
            used = gasleft();
            assembly {
                switch isStatic
                case 0 { ok := call(limit, target, 0, data, length, 0, 0) }
                default { ok := staticcall(limit, target, data, length, 0, 0) }
            }
            used -= gasleft();
        }
    }

    /// Appends the outcome of the call that was just made: status 1 | length 3 | data. If the program knows the size of
    /// a result (`bound` is not 0xffff), nothing beyond it is stored.
    function record(State memory s, uint256 slot, uint256 status, uint256 bound) private view returns (uint256) {
        uint256 out = s.out;
        uint256 slots = s.slots;
        uint256 end = s.end;
        assembly {
            let size := 0
            if eq(status, OK) {
                size := returndatasize()
                switch eq(bound, 0xffff)
                case 0 {
                    if gt(size, bound) { size := bound }
                }
                default {
                    if gt(size, MAX_RESULT) { status := FAILED }
                }
                if eq(status, OK) {
                    // Memory costs 3 gas a word and the square of all words by 512 (Yellow Paper, equation 328), the
                    // copy 3.
                    let words := shr(5, add(add(out, size), 64))
                    let before := shr(5, out)
                    let cost := add(mul(6, sub(words, before)), shr(9, sub(mul(words, words), mul(before, before))))
                    if or(gt(add(add(out, 4), size), end), lt(gas(), add(cost, GAS_PER_STEP))) { status := UNTRIED }
                }
                if iszero(eq(status, OK)) { size := 0 }
                returndatacopy(add(out, 4), 0, size)
            }
            mstore8(out, status)
            mstore8(add(out, 1), shr(16, size))
            mstore8(add(out, 2), shr(8, size))
            mstore8(add(out, 3), size)
            let at := 0
            if eq(status, OK) { at := out }
            mstore(add(slots, mul(32, slot)), at)
            out := add(out, add(4, size))
            mstore(0x40, out)
        }
        s.out = out;
        return status;
    }

    /// loop: kind 1 (1 count, 2 array, 3 list) | slot 2 | word 1 | max 2 | depth 1
    /// | of a list: slot of next 2, word of next 1, last 32 | body length 3 | body
    function loop(uint256 cursor, State memory s) private returns (uint256) {
        unchecked {
            if (read(cursor, 1) == LIST) return list(cursor, s);
            (uint256 count, uint256 first) = source(read(cursor, 1), read(cursor + 1, 2), read(cursor + 3, 1), s);
            uint256 max = read(cursor + 4, 2);
            uint256 depth = read(cursor + 6, 1);
            uint256 body = cursor + 10;
            uint256 end = body + read(cursor + 7, 3);
            if (count > max) count = max;
            for (uint256 i; i < count && !s.ended; i++) {
                uint256 indices = s.indices;
                uint256 items = s.items;
                assembly {
                    mstore(add(indices, mul(32, depth)), i)
                    mstore(add(items, mul(32, depth)), add(first, mul(32, i)))
                }
                run(body, end, s);
            }
            return end;
        }
    }

    /// A loop whose next element is a word that its body has read; it ends after `last`, at zero, or without a value.
    function list(uint256 cursor, State memory s) private returns (uint256) {
        unchecked {
            uint256 depth = read(cursor + 6, 1);
            uint256 body = cursor + 45;
            uint256 end = body + read(cursor + 42, 3);
            uint256 element = position(cursor + 1, s);
            for (uint256 left = read(cursor + 4, 2); left > 0 && element != 0 && !s.ended; left--) {
                uint256 value = read(element, 32);
                if (value == 0 || value > read(cursor + 10, 32)) break;
                uint256 items = s.items;
                assembly {
                    mstore(add(items, mul(32, depth)), element)
                }
                run(body, end, s);
                element = position(cursor + 7, s);
            }
            return end;
        }
    }

    /// Where the word of a result is in memory; 0 if there is none. slot 2 | word 1
    function position(uint256 cursor, State memory s) private pure returns (uint256) {
        unchecked {
            uint256 word = read(cursor + 2, 1);
            (uint256 at, uint256 size) = entry(read(cursor, 2), s);
            return size >= 32 * (word + 1) ? at + 32 * word : 0;
        }
    }

    /// How often a loop runs, and where in memory its first element is. A list that cannot be read is empty.
    function source(uint256 kind, uint256 slot, uint256 word, State memory s) private pure returns (uint256 count, uint256 first) {
        unchecked {
            (uint256 at, uint256 size) = entry(slot, s);
            if (kind == 1) return (size >= 32 * (word + 1) ? read(at + 32 * word, 32) : 0, 0);
            if (size < 64 || read(at, 32) != 32) return (0, 0);
            count = read(at + 32, 32);
            if (count > (size - 64) / 32) count = (size - 64) / 32;
            return (count, at + 64);
        }
    }

    /// operand: 0 address 20 | 1 slot 2 word 1 | 2 depth 1 (index) | 3 depth 1 (item)
    /// | 4 slot 2 word 1 places 1 digits 32 (digits * 10^(word - places), modulo 2^256)
    function operand(uint256 cursor, State memory s) private pure returns (uint256 next, uint256 value, bool known) {
        unchecked {
            uint256 kind = read(cursor, 1);
            if (kind == 0) return (cursor + 21, read(cursor + 1, 20), true);
            if (kind == 1 || kind == 4) {
                uint256 word = read(cursor + 3, 1);
                (uint256 at, uint256 size) = entry(read(cursor + 1, 2), s);
                known = size >= 32 * (word + 1);
                value = known ? read(at + 32 * word, 32) : 0;
                if (kind == 1) return (cursor + 4, value, known);
                uint256 zeros = value - read(cursor + 4, 1);
                known = known && zeros < 78;
                return (cursor + 37, known ? read(cursor + 5, 32) * 10 ** zeros : 0, known);
            }
            uint256 depth = read(cursor + 1, 1);
            if (kind == 2) return (cursor + 2, read(s.indices + 32 * depth, 32), true);
            return (cursor + 2, read(read(s.items + 32 * depth, 32), 32), true);
        }
    }

    function skip(uint256 cursor) private pure returns (uint256) {
        unchecked {
            uint256 kind = read(cursor, 1);
            return cursor + (kind == 0 ? 21 : kind == 1 ? 4 : kind == 4 ? 37 : 2);
        }
    }

    /// Where the data of a slot's result begins, and its size; size 0 if the call failed or was not made.
    function entry(uint256 slot, State memory s) private pure returns (uint256 at, uint256 size) {
        unchecked {
            uint256 out = read(s.slots + 32 * slot, 32);
            if (out == 0) return (0, 0);
            return (out + 4, read(out + 1, 3));
        }
    }

    /// The big-endian integer of `size` bytes at a memory position.
    function read(uint256 at, uint256 size) private pure returns (uint256 value) {
        assembly ("memory-safe") {
            value := shr(sub(256, mul(8, size)), mload(at))
        }
    }
}
