// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Says of each account whether it has code, as one byte each, inside one eth_call: sent as creation code and never
/// deployed. A byte is 0 or 1, so that the answer is code that may be deployed (EIP-3541).
contract CodeProbe {
    constructor(address[] memory accounts) {
        bytes memory answer = new bytes(accounts.length);
        for (uint256 i; i < accounts.length; ++i) {
            if (accounts[i].code.length != 0) answer[i] = 0x01;
        }
        assembly ("memory-safe") {
            return(add(answer, 32), mload(answer))
        }
    }
}
