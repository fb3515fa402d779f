// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Emits an ERC-4626 vault's events, many in one transaction.
contract Events {
    event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares);

    uint256 private last;

    function deposit(uint256 count) external {
        uint256 next = last;
        for (uint256 end = next + count; next < end; next++) {
            emit Deposit(msg.sender, address(uint160(next % 1000 + 1)), next, 1e18 + next);
        }
        last = next;
    }
}
