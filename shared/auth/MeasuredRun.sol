// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Runs other creation code inside one eth_call and reports its result together with the gas left before and after:
/// only that distinguishes code that ran out of gas from code that failed otherwise. Sent as creation code and never
/// deployed. The answer is short, since a constructor pays 200 gas for each byte that it returns.
contract MeasuredRun {
    constructor(bytes memory creationCode) {
        assembly ("memory-safe") {
            let given := gas()
            let made := create(0, add(creationCode, 32), mload(creationCode))
            let left := gas()
            // A byte that says whether the code returned at all, then the first byte of what it returned.
            mstore(0, 0)
            if made {
                mstore8(0, 1)
                extcodecopy(made, 1, 0, 1)
            }
            mstore(2, or(shl(192, given), shl(128, left)))
            return(0, 18)
        }
    }
}
