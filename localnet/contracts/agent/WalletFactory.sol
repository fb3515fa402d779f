// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {ContractWallet} from "./ContractWallet.sol";

/// @notice Plays a wallet factory: the address of a wallet is known before it exists (CREATE2), as ERC-6492 needs. Wallets
/// are proxies of one implementation (ERC-1167), so that creating one costs little gas.
contract WalletFactory {
    ContractWallet public immutable implementation;

    event WalletCreated(address indexed wallet, address indexed owner, uint256 salt);

    constructor() {
        // Nobody has the key of this owner: the implementation itself is nobody's wallet.
        implementation = new ContractWallet(address(1));
    }

    /// @notice Creates the wallet, or answers the one that is there.
    function createWallet(address owner, uint256 salt) external returns (address wallet) {
        wallet = getWalletAddress(owner, salt);
        if (wallet.code.length != 0) return wallet;
        Clones.cloneDeterministic(address(implementation), _saltOf(owner, salt));
        ContractWallet(payable(wallet)).initialize(owner);
        emit WalletCreated(wallet, owner, salt);
    }

    function getWalletAddress(address owner, uint256 salt) public view returns (address) {
        return Clones.predictDeterministicAddress(address(implementation), _saltOf(owner, salt));
    }

    function _saltOf(address owner, uint256 salt) private pure returns (bytes32) {
        return keccak256(abi.encode(owner, salt));
    }
}
