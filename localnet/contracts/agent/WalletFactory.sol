// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {ContractWallet} from "./ContractWallet.sol";

/// @notice Plays a wallet factory: the address of a wallet is known before it exists (CREATE2), as ERC-6492 needs.
contract WalletFactory {
    event WalletCreated(address indexed wallet, address indexed owner, uint256 salt);

    /// @notice Creates the wallet, or answers the one that is there.
    function createWallet(address owner, uint256 salt) external returns (address wallet) {
        wallet = getWalletAddress(owner, salt);
        if (wallet.code.length != 0) return wallet;
        new ContractWallet{salt: bytes32(salt)}(owner);
        emit WalletCreated(wallet, owner, salt);
    }

    function getWalletAddress(address owner, uint256 salt) public view returns (address) {
        bytes32 codeHash = keccak256(abi.encodePacked(type(ContractWallet).creationCode, abi.encode(owner)));
        return Create2.computeAddress(bytes32(salt), codeHash);
    }
}
