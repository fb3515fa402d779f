// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {SmartWallet} from "./SmartWallet.sol";

/// @notice Plays the factory of those wallets: the address of a wallet follows from its first owners and a nonce. Wallets are
/// minimal ERC-1967 proxies, byte for byte those of Solady's LibClone.
contract SmartWalletFactory {
    address public immutable implementation;

    error OwnerRequired();

    constructor(address implementation_) {
        implementation = implementation_;
    }

    /// @notice Creates the wallet, or answers the one that is there.
    function createAccount(bytes[] calldata owners, uint256 nonce) external payable returns (SmartWallet account) {
        if (owners.length == 0) revert OwnerRequired();
        account = SmartWallet(payable(getAddress(owners, nonce)));
        if (address(account).code.length != 0) return account;
        Create2.deploy(msg.value, _salt(owners, nonce), _initCode());
        account.initialize(owners);
    }

    function getAddress(bytes[] calldata owners, uint256 nonce) public view returns (address) {
        return Create2.computeAddress(_salt(owners, nonce), initCodeHash());
    }

    function initCodeHash() public view returns (bytes32) {
        return keccak256(_initCode());
    }

    function _initCode() private view returns (bytes memory) {
        return
            abi.encodePacked(
                hex"603d3d8160223d3973",
                implementation,
                hex"60095155f3363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3"
            );
    }

    function _salt(bytes[] calldata owners, uint256 nonce) private pure returns (bytes32) {
        return keccak256(abi.encode(owners, nonce));
    }
}
