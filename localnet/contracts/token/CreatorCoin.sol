// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @notice Plays a creator's coin: a plain ERC-20 whose ERC-7572 document describes the creator's artwork.
contract CreatorCoin is ERC20, Ownable {
    string public contractURI;

    event ContractURIUpdated();

    constructor(
        string memory name_,
        string memory symbol_,
        string memory contractURI_,
        uint256 supply,
        address owner_
    ) ERC20(name_, symbol_) Ownable(owner_) {
        contractURI = contractURI_;
        _mint(owner_, supply);
    }

    function setContractURI(string calldata uri) external onlyOwner {
        contractURI = uri;
        emit ContractURIUpdated();
    }
}
