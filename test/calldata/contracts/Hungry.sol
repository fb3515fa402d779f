// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice Uses up as much gas as it is told to.
contract Eater {
    function eat(uint256 amount) external view {
        uint256 until = gasleft() > amount ? gasleft() - amount : 0;
        uint256 x;
        while (until == 0 || gasleft() > until) ++x;
    }
}

/// @notice Calls that need gas, itself or one contract further down, and calls that refuse.
contract Hungry {
    Eater private immutable _eater;

    error FailedCall();
    error NoDebt();

    constructor(Eater eater) {
        _eater = eater;
    }

    function eat(uint256 amount) public view {
        uint256 until = gasleft() > amount ? gasleft() - amount : 0;
        uint256 x;
        while (until == 0 || gasleft() > until) ++x;
    }

    function feed(uint256 amount) external view {
        _eater.eat(amount);
    }

    /// @dev As libraries tell it that a call further down failed without a word.
    function feedOrSay(uint256 amount) external view {
        try _eater.eat(amount) {} catch {
            revert FailedCall();
        }
    }

    function refuse() external pure {
        revert NoDebt();
    }

    function refuseAfter(uint256 amount) external view {
        eat(amount);
        revert NoDebt();
    }
}
