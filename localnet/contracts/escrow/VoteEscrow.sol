// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice Plays the vote-escrow: share tokens locked for up to four years give voting power that falls linearly
/// to zero at the end of the lock. Ends are rounded down to whole weeks (Thursday 00:00 UTC).
contract VoteEscrow is ERC20 {
    using SafeERC20 for IERC20;

    struct LockInfo {
        uint256 amount;
        uint256 end;
        uint256 start;
        address lockedToken;
        uint256 underlyingValue;
    }

    struct Checkpoint {
        uint48 timestamp;
        uint48 end;
        uint128 amount;
    }

    uint256 public constant WEEK = 7 days;
    uint256 public constant MIN_LOCK_DURATION = 7 days;
    uint256 public constant MAX_LOCK_DURATION = 4 * 365 days;

    address public immutable wrappedShareOFT;
    address public immutable vault;
    mapping(address user => LockInfo) private _locks;
    mapping(address user => Checkpoint[]) private _history;

    /// @dev All live locks together: `_bias` = sum of amount * seconds left at `_asOf`, `_slope` = sum of amounts.
    uint256 private _bias;
    uint256 private _slope;
    uint256 private _asOf;
    mapping(uint256 week => uint256) private _amountEnding;

    event Locked(address indexed user, address indexed token, uint256 amount, uint256 lockEnd, uint256 votingPower);
    event LockExtended(address indexed user, uint256 oldEnd, uint256 newEnd, uint256 newVotingPower);
    event LockIncreased(address indexed user, uint256 addedAmount, uint256 totalAmount, uint256 newVotingPower);
    event Unlocked(address indexed user, uint256 amount, address token);

    error InvalidToken();
    error ZeroAmount();
    error InvalidLockDuration();
    error NoExistingLock();
    error AlreadyLocked();
    error LockDurationTooShort();
    error LockExpired();
    error LockNotExpired();
    error LockCheckpointOverflow();
    error NonTransferable();

    constructor(
        address shareToken,
        address vault_,
        string memory name_,
        string memory symbol_
    ) ERC20(name_, symbol_) {
        wrappedShareOFT = shareToken;
        vault = vault_;
        _asOf = block.timestamp;
    }

    // --- actions

    /// @notice Locks `amount` for about `duration` seconds: the end is rounded down to a week and must still be at
    /// least a week away, so a duration under two weeks can fail.
    function lock(address token, uint256 amount, uint256 duration) external returns (uint256 votingPower) {
        require(token == wrappedShareOFT, InvalidToken());
        require(amount != 0, ZeroAmount());
        require(duration >= MIN_LOCK_DURATION && duration <= MAX_LOCK_DURATION, InvalidLockDuration());
        require(_locks[msg.sender].amount == 0, AlreadyLocked());
        uint256 end = _toWeek(block.timestamp + duration);
        require(end >= block.timestamp + MIN_LOCK_DURATION, InvalidLockDuration());
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        votingPower = _set(amount, end, _valueOf(amount));
        emit Locked(msg.sender, token, amount, end, votingPower);
    }

    /// @notice Moves the end to `newEnd` (unix seconds, rounded down to a week). Revives an expired lock.
    function extendLock(uint256 newEnd) external returns (uint256 newVotingPower) {
        LockInfo memory current = _locks[msg.sender];
        require(current.amount != 0, NoExistingLock());
        require(newEnd <= block.timestamp + MAX_LOCK_DURATION, InvalidLockDuration());
        uint256 end = _toWeek(newEnd);
        require(end > current.end, LockDurationTooShort());
        require(end >= block.timestamp + MIN_LOCK_DURATION, InvalidLockDuration());
        newVotingPower = _set(current.amount, end, current.underlyingValue);
        emit LockExtended(msg.sender, current.end, end, newVotingPower);
    }

    /// @notice Adds to a lock that has not ended.
    function increaseLock(uint256 amount) external returns (uint256 newVotingPower) {
        require(amount != 0, ZeroAmount());
        LockInfo memory current = _locks[msg.sender];
        require(current.amount != 0, NoExistingLock());
        require(block.timestamp < current.end, LockExpired());
        IERC20(wrappedShareOFT).safeTransferFrom(msg.sender, address(this), amount);
        uint256 total = current.amount + amount;
        newVotingPower = _set(total, current.end, _valueOf(total));
        emit LockIncreased(msg.sender, amount, total, newVotingPower);
    }

    /// @notice Returns the whole amount once the lock has ended.
    function unlock() external returns (uint256 amount) {
        LockInfo memory current = _locks[msg.sender];
        amount = current.amount;
        require(amount != 0, NoExistingLock());
        require(block.timestamp >= current.end, LockNotExpired());
        delete _locks[msg.sender];
        _checkpoint(0, 0);
        _snapshot(0);
        IERC20(current.lockedToken).safeTransfer(msg.sender, amount);
        emit Unlocked(msg.sender, amount, current.lockedToken);
    }

    // --- reads

    function getLock(address user) external view returns (LockInfo memory) {
        return _locks[user];
    }

    function getVotingPower(address user) external view returns (uint256) {
        return _power(_locks[user].amount, _locks[user].end, block.timestamp);
    }

    /// @notice Power of the lock as it was at a past time, or as it will be if nothing changes.
    function votingPowerAt(address user, uint256 timestamp) external view returns (uint256) {
        Checkpoint[] storage history = _history[user];
        for (uint256 i = history.length; i != 0; --i) {
            Checkpoint memory point = history[i - 1];
            if (point.timestamp <= timestamp) return _power(point.amount, point.end, timestamp);
        }
        return 0;
    }

    function getTotalVotingPower() external view returns (uint256) {
        (uint256 bias, ) = _totalAt(block.timestamp);
        return bias / MAX_LOCK_DURATION;
    }

    function hasActiveLock(address user) external view returns (bool) {
        return _locks[user].amount != 0 && block.timestamp < _locks[user].end;
    }

    function getRemainingLockTime(address user) external view returns (uint256) {
        uint256 end = _locks[user].end;
        return block.timestamp < end ? end - block.timestamp : 0;
    }

    // --- internals

    /// @dev Replaces the caller's lock; each change starts its season anew.
    function _set(uint256 amount, uint256 end, uint256 underlyingValue) private returns (uint256 votingPower) {
        require(amount <= type(uint128).max, LockCheckpointOverflow());
        LockInfo memory old = _locks[msg.sender];
        (_bias, _slope) = _totalAt(block.timestamp);
        _asOf = block.timestamp;
        if (old.end > block.timestamp) {
            _bias -= old.amount * (old.end - block.timestamp);
            _slope -= old.amount;
            _amountEnding[old.end] -= old.amount;
        }
        _bias += amount * (end - block.timestamp);
        _slope += amount;
        _amountEnding[end] += amount;
        _locks[msg.sender] = LockInfo(amount, end, block.timestamp, wrappedShareOFT, underlyingValue);
        _checkpoint(amount, end);
        votingPower = _power(amount, end, block.timestamp);
        _snapshot(votingPower);
    }

    /// @dev The token balance is the power of the last change, not of now.
    function _snapshot(uint256 power) private {
        uint256 balance = balanceOf(msg.sender);
        if (power > balance) _mint(msg.sender, power - balance);
        else if (power < balance) _burn(msg.sender, balance - power);
    }

    function _checkpoint(uint256 amount, uint256 end) private {
        Checkpoint[] storage history = _history[msg.sender];
        Checkpoint memory point = Checkpoint(uint48(block.timestamp), uint48(end), uint128(amount));
        uint256 length = history.length;
        if (length != 0 && history[length - 1].timestamp == block.timestamp) history[length - 1] = point;
        else history.push(point);
    }

    function _totalAt(uint256 timestamp) private view returns (uint256 bias, uint256 slope) {
        (bias, slope) = (_bias, _slope);
        for (uint256 t = _asOf; t < timestamp; ) {
            uint256 next = _toWeek(t) + WEEK;
            if (next > timestamp) next = timestamp;
            bias -= slope * (next - t);
            slope -= next % WEEK == 0 ? _amountEnding[next] : 0;
            t = next;
        }
    }

    function _power(uint256 amount, uint256 end, uint256 timestamp) private pure returns (uint256) {
        return timestamp < end ? (amount * (end - timestamp)) / MAX_LOCK_DURATION : 0;
    }

    function _valueOf(uint256 amount) private view returns (uint256) {
        return IERC4626(vault).previewRedeem(amount);
    }

    function _toWeek(uint256 timestamp) private pure returns (uint256) {
        return (timestamp / WEEK) * WEEK;
    }

    function _update(address from, address to, uint256 value) internal override {
        require(from == address(0) || to == address(0), NonTransferable());
        super._update(from, to, value);
    }
}
