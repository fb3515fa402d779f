// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @notice Plays a smart-contract wallet with several owners, each an address with its index: it acts for every one of
/// them, and the signature of each is its own (ERC-1271).
contract ContractWallet is IERC1271, ERC721Holder {
    uint256 public nextOwnerIndex;
    uint256 public removedOwnersCount;
    mapping(uint256 index => bytes owner) public ownerAtIndex;
    mapping(bytes owner => bool) public isOwnerBytes;

    error Unauthorized();
    error AlreadyOwner(bytes owner);
    error NoOwnerAtIndex(uint256 index);
    error WrongOwnerAtIndex(uint256 index, bytes expectedOwner, bytes actualOwner);
    error LastOwner();

    event AddOwner(uint256 indexed index, bytes owner);
    event RemoveOwner(uint256 indexed index, bytes owner);

    /// @dev The wallet itself may change its owners too: an owner's call through `execute` comes from it.
    modifier onlyOwner() {
        if (!isOwnerAddress(msg.sender) && msg.sender != address(this)) revert Unauthorized();
        _;
    }

    error Initialized();

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

    function addOwnerAddress(address owner) external onlyOwner {
        _addOwner(abi.encode(owner));
    }

    function removeOwnerAtIndex(uint256 index, bytes calldata owner) external onlyOwner {
        if (ownerCount() == 1) revert LastOwner();
        bytes memory actual = ownerAtIndex[index];
        if (actual.length == 0) revert NoOwnerAtIndex(index);
        if (keccak256(actual) != keccak256(owner)) revert WrongOwnerAtIndex(index, owner, actual);
        delete isOwnerBytes[owner];
        delete ownerAtIndex[index];
        ++removedOwnersCount;
        emit RemoveOwner(index, owner);
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError failure, ) = ECDSA.tryRecover(hash, signature);
        bool valid = failure == ECDSA.RecoverError.NoError && isOwnerAddress(signer);
        return valid ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }

    function isOwnerAddress(address account) public view returns (bool) {
        return isOwnerBytes[abi.encode(account)];
    }

    function ownerCount() public view returns (uint256) {
        return nextOwnerIndex - removedOwnersCount;
    }

    function _addOwner(bytes memory owner) private {
        if (isOwnerBytes[owner]) revert AlreadyOwner(owner);
        uint256 index = nextOwnerIndex++;
        isOwnerBytes[owner] = true;
        ownerAtIndex[index] = owner;
        emit AddOwner(index, owner);
    }
}
