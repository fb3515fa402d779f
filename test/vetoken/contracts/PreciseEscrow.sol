// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @notice A vote escrow of an older generation: the same functions, and ends that are kept to the second.
contract PreciseEscrow {
    struct LockInfo {
        uint256 amount;
        uint256 end;
        uint256 start;
        address lockedToken;
        uint256 underlyingValue;
    }

    uint256 public constant MIN_LOCK_DURATION = 7 days;
    uint256 public constant MAX_LOCK_DURATION = 1460 days;
    address public immutable wrappedShareOFT;
    mapping(address user => LockInfo) private _locks;

    error InvalidLockDuration();
    error LockDurationTooShort();
    error NoExistingLock();

    constructor(address shareToken) {
        wrappedShareOFT = shareToken;
    }

    function lock(address token, uint256 amount, uint256 duration) external returns (uint256) {
        require(duration >= MIN_LOCK_DURATION && duration <= MAX_LOCK_DURATION, InvalidLockDuration());
        IERC20(token).transferFrom(msg.sender, address(this), amount);
        _locks[msg.sender] = LockInfo(amount, block.timestamp + duration, block.timestamp, token, amount);
        return getVotingPower(msg.sender);
    }

    function extendLock(uint256 newEnd) external returns (uint256) {
        LockInfo storage current = _locks[msg.sender];
        require(current.amount != 0, NoExistingLock());
        require(newEnd <= block.timestamp + MAX_LOCK_DURATION, InvalidLockDuration());
        require(newEnd > current.end, LockDurationTooShort());
        current.end = newEnd;
        return getVotingPower(msg.sender);
    }

    function getLock(address user) external view returns (LockInfo memory) {
        return _locks[user];
    }

    function getVotingPower(address user) public view returns (uint256) {
        LockInfo memory own = _locks[user];
        return own.end > block.timestamp ? (own.amount * (own.end - block.timestamp)) / MAX_LOCK_DURATION : 0;
    }
}
