// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice Shares whose holder is the contract itself and which vanish evenly over time: locked profit reaches the
/// other holders as a rising price instead of a jump.
abstract contract ProfitLock is ERC20 {
    uint256 private _lockedShares;
    uint256 private _lockStart;
    uint256 private _lockEnd;

    /// @notice Supply without the profit shares that time has already unlocked.
    function totalSupply() public view virtual override returns (uint256) {
        return super.totalSupply() - (_lockedShares - totalLockedShares());
    }

    /// @notice Profit shares that still wait to unlock.
    function totalLockedShares() public view returns (uint256) {
        if (block.timestamp >= _lockEnd) return 0;
        return (_lockedShares * (_lockEnd - block.timestamp)) / (_lockEnd - _lockStart);
    }

    /// @dev Burns for good what time unlocked since the last call. Comes before `_relock`.
    function _burnUnlocked() internal {
        uint256 locked = totalLockedShares();
        uint256 unlocked = _lockedShares - locked;
        if (unlocked == 0) return;
        _lockedShares = locked;
        _lockStart = block.timestamp;
        _burn(address(this), unlocked);
    }

    /// @dev Covers a loss with locked shares and locks `fresh` new ones for `time`; the end is the weighted mean.
    function _relock(uint256 lossShares, uint256 fresh, uint256 time) internal {
        uint256 covered = lossShares < _lockedShares ? lossShares : _lockedShares;
        uint256 kept = _lockedShares - covered;
        uint256 keptFor = _lockEnd > block.timestamp ? _lockEnd - block.timestamp : 0;
        uint256 locked = kept + fresh;
        if (covered != 0) _burn(address(this), covered);
        if (fresh != 0) _mint(address(this), fresh);
        _lockedShares = locked;
        _lockStart = block.timestamp;
        _lockEnd = block.timestamp + (locked == 0 ? 0 : (kept * keptFor + fresh * time) / locked);
    }
}
