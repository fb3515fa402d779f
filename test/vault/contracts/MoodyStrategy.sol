// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A strategy that behaves until its mood changes: then every read of it goes wrong in the same way.
contract MoodyStrategy {
    enum Mood {
        Fine,
        Reverts,
        BurnsAllGas,
        AnswersOnes,
        AnswersTooMuch,
        AnswersNothing,
        Writes
    }

    address private immutable coin;
    Mood private mood;

    constructor(address coin_) {
        coin = coin_;
    }

    function turn(Mood mood_) external {
        mood = mood_;
    }

    /// Answers any read with one word, the coin's address: true, a number and an address at once.
    fallback() external {
        uint256 word = uint256(uint160(coin));
        Mood now_ = mood;
        if (now_ == Mood.Reverts) revert("moody");
        if (now_ == Mood.BurnsAllGas) while (true) {}
        if (now_ == Mood.Writes) mood = Mood.Fine;
        if (now_ == Mood.AnswersOnes) word = type(uint256).max;
        uint256 size = now_ == Mood.AnswersTooMuch ? 100_000 : now_ == Mood.AnswersNothing ? 0 : 32;
        assembly {
            for { let at := 0 } lt(at, size) { at := add(at, 32) } { mstore(at, word) }
            return(0, size)
        }
    }
}
