// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC1155Supply} from "@openzeppelin/contracts/token/ERC1155/extensions/ERC1155Supply.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @notice Plays the keys of rooms (ERC-1155): each id is one creator's room, and has a pool where its keys are staked.
contract KeyToken is ERC1155Supply, Ownable {
    mapping(uint256 tokenId => address) public creatorByTokenId;
    mapping(uint256 tokenId => address) public stakingPoolByTokenId;

    constructor(address owner_) ERC1155("") Ownable(owner_) {}

    function openRoom(uint256 tokenId, address creator, address stakingPool) external onlyOwner {
        creatorByTokenId[tokenId] = creator;
        stakingPoolByTokenId[tokenId] = stakingPool;
    }

    function mint(address to, uint256 tokenId, uint256 amount) external onlyOwner {
        _mint(to, tokenId, amount, "");
    }
}
