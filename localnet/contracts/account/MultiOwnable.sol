// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice Owners of a wallet, each an address or a public key with its index.
abstract contract MultiOwnable {
    uint256 public nextOwnerIndex;
    uint256 public removedOwnersCount;
    mapping(uint256 index => bytes owner) public ownerAtIndex;
    mapping(bytes owner => bool) public isOwnerBytes;

    error Unauthorized();
    error Initialized();
    error AlreadyOwner(bytes owner);
    error InvalidOwnerBytesLength(bytes owner);
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

    function isOwnerAddress(address account) public view returns (bool) {
        return isOwnerBytes[abi.encode(account)];
    }

    function ownerCount() public view returns (uint256) {
        return nextOwnerIndex - removedOwnersCount;
    }

    function _addOwner(bytes memory owner) internal {
        if (owner.length != 32 && owner.length != 64) revert InvalidOwnerBytesLength(owner);
        if (isOwnerBytes[owner]) revert AlreadyOwner(owner);
        uint256 index = nextOwnerIndex++;
        isOwnerBytes[owner] = true;
        ownerAtIndex[index] = owner;
        emit AddOwner(index, owner);
    }
}
