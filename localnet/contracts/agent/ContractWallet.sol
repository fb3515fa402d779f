// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {MultiOwnable} from "../account/MultiOwnable.sol";

/// @notice Plays a smart-contract wallet with several owners, each an address with its index: it acts for every one of
/// them, and the signature of each is its own (ERC-1271).
contract ContractWallet is MultiOwnable, IERC1271, ERC721Holder {
    constructor(address owner_) {
        initialize(owner_);
    }

    /// @notice Gives a proxy its first owner, once.
    function initialize(address owner_) public {
        if (nextOwnerIndex != 0) revert Initialized();
        _addOwner(abi.encode(owner_));
    }

    receive() external payable {}

    function execute(address target, uint256 value, bytes calldata data) external onlyOwner returns (bytes memory) {
        return Address.functionCallWithValue(target, data, value);
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError failure, ) = ECDSA.tryRecover(hash, signature);
        bool valid = failure == ECDSA.RecoverError.NoError && isOwnerAddress(signer);
        return valid ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}
