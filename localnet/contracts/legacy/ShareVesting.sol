// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice Plays the vesting of a creator's share tokens: what is put here becomes the beneficiary's evenly over time.
contract ShareVesting {
    using SafeERC20 for IERC20;

    address public immutable token;
    address public immutable beneficiary;
    uint256 public immutable start;
    uint256 public immutable duration;
    uint256 public released;

    event Released(address indexed beneficiary, uint256 amount);

    error NothingToRelease();

    constructor(address token_, address beneficiary_, uint256 start_, uint256 duration_) {
        (token, beneficiary, start, duration) = (token_, beneficiary_, start_, duration_);
    }

    /// @notice What may be released now, in base units of the token.
    function releasable() public view returns (uint256) {
        if (block.timestamp <= start) return 0;
        uint256 elapsed = block.timestamp - start;
        uint256 total = IERC20(token).balanceOf(address(this)) + released;
        return (elapsed >= duration ? total : (total * elapsed) / duration) - released;
    }

    /// @notice Gives the beneficiary what is vested, whoever calls.
    function release() external {
        uint256 amount = releasable();
        require(amount != 0, NothingToRelease());
        released += amount;
        IERC20(token).safeTransfer(beneficiary, amount);
        emit Released(beneficiary, amount);
    }
}
