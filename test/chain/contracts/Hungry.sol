// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Calls that need gas, each in a way of its own.
contract Hungry {
    uint256 public pokes;

    /// Answers 1 when it has used up so much, and fails with all gone where there is less.
    function eat(uint256 amount) external view returns (uint256) {
        uint256 before = gasleft();
        while (before - gasleft() < amount) {}
        return 1;
    }

    /// Answers 0 where a call inside of it fails.
    function swallow(uint256 amount) external view returns (uint256) {
        try this.eat(amount) returns (uint256 one) {
            return one;
        } catch {
            return 0;
        }
    }

    /// Reverts with a reason of its own where a call inside of it fails.
    function wrap(uint256 amount) external view returns (uint256) {
        try this.eat(amount) returns (uint256 one) {
            return one;
        } catch {
            revert("the call inside failed");
        }
    }

    function poke(uint256 amount) external returns (uint256) {
        pokes += this.eat(amount);
        return pokes;
    }

    function forever() external pure {
        while (true) {}
    }

    /// What older compilers do where an assertion fails.
    function fails() external pure returns (uint256) {
        assembly {
            invalid()
        }
    }

    function refuses() external pure returns (uint256) {
        revert("no");
    }

    function long(uint256 size) external pure returns (bytes memory) {
        return new bytes(size);
    }

    function next(uint256 item) external pure returns (uint256) {
        return item + 1;
    }
}
