// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC1155} from "@openzeppelin/contracts/token/ERC1155/IERC1155.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";

/// @notice Plays the staking pool of one room: it remembers each stake with its time, and gives the newest back first.
/// As in the deployed pool nobody can ask for the stakes of one user: they stand in storage alone, in the mapping at
/// slot 16.
contract KeyStakingPool is ERC1155Holder {
    struct Stake {
        uint256 amount;
        uint256 timestamp;
    }

    uint256 public constant MAX_STAKES = 100;

    IERC1155 public immutable keys;
    uint256 public immutable tokenId;
    uint256 public totalStaked;
    /// @dev Puts the mapping where the deployed pool has it, after what its base contracts keep.
    uint256[15] private __gap;
    mapping(address user => Stake[]) private _stakes;

    event KeyStaked(address indexed user, uint256 tokenId, uint256 amount);
    event KeyUnstaked(address indexed user, uint256 tokenId, uint256 amount);

    error ZeroAmount();
    error TooManyStakes();
    error NotStaked(uint256 missing);

    constructor(IERC1155 keys_, uint256 tokenId_) {
        keys = keys_;
        tokenId = tokenId_;
    }

    function stake(uint256 amount) external {
        require(amount != 0, ZeroAmount());
        require(_stakes[msg.sender].length < MAX_STAKES, TooManyStakes());
        _stakes[msg.sender].push(Stake(amount, block.timestamp));
        totalStaked += amount;
        keys.safeTransferFrom(msg.sender, address(this), tokenId, amount, "");
        emit KeyStaked(msg.sender, tokenId, amount);
    }

    function unstake(uint256 amount) external {
        require(amount != 0, ZeroAmount());
        Stake[] storage own = _stakes[msg.sender];
        for (uint256 left = amount; left != 0; ) {
            require(own.length != 0, NotStaked(left));
            Stake storage last = own[own.length - 1];
            uint256 part = last.amount < left ? last.amount : left;
            left -= part;
            last.amount -= part;
            if (last.amount == 0) own.pop();
        }
        totalStaked -= amount;
        keys.safeTransferFrom(address(this), msg.sender, tokenId, amount, "");
        emit KeyUnstaked(msg.sender, tokenId, amount);
    }
}
