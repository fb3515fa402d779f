// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Runs other creation code inside one eth_call and tells, beside what it gave, how much gas there was before and
/// after: code that failed for want of gas looks like code that failed otherwise, but for what is left. Sent as
/// creation code and never deployed. The answer is short, since a constructor pays 200 gas for each byte that it
/// returns.
contract MeasuredRun {
    constructor(bytes memory creationCode) {
        assembly ("memory-safe") {
            let given := gas()
            let made := create(0, add(creationCode, 32), mload(creationCode))
            let left := gas()
            // The first byte of what the code returned, after a byte that says whether it returned at all.
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
