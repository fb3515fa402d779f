// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

interface IFreeEntries {
    function processAmoeEntry(address buyer, address token, uint256 pointsBurnedAsUSD) external returns (uint256);
}

/// @notice Takes attested entries, and tells of each in words that only its owner understands.
contract OpaqueRouter {
    IFreeEntries public immutable manager;
    /// @dev Past what another contract has left at an address whose code is replaced by this one.
    uint256[50] private __gap;
    uint256 private _entries;
    mapping(bytes32 nonce => bool) private _used;
    bool public paused;

    event AmoeEntryRecorded(
        uint256 indexed entryId,
        address indexed buyer,
        address indexed creatorCoin,
        uint64 epoch,
        bytes32 nonceCommit,
        bytes32 walletAddrCommit,
        uint8 path
    );
    event AmoeEntrySettled(
        uint256 indexed entryId,
        bytes32 indexed pointsBurnNullifier,
        uint256 pointsBurnedAsUSD,
        uint256 managerEntryId
    );

    error EnforcedPause();

    constructor(IFreeEntries manager_) {
        manager = manager_;
    }

    function setPaused(bool on) external {
        paused = on;
    }

    function submitAmoeEntry(
        address buyer,
        address creatorCoin,
        bytes32 nonce,
        uint256 deadline,
        bytes calldata signature
    ) external returns (uint256 entryId) {
        require(!paused, EnforcedPause());
        require(block.timestamp <= deadline && !_used[nonce] && signature.length == 65);
        _used[nonce] = true;
        entryId = ++_entries;
        bytes32 secret = keccak256(abi.encode(nonce, address(this), "salt"));
        emit AmoeEntryRecorded(entryId, buyer, creatorCoin, 0, secret, secret, 0);
        uint256 managerEntryId = manager.processAmoeEntry(buyer, creatorCoin, 1e6);
        emit AmoeEntrySettled(entryId, secret, 1e6, managerEntryId);
    }
}

/// @notice Has no function for attested entries, and takes any call.
contract SilentRouter {
    fallback() external {}
}

contract RouterProxy is ERC1967Proxy {
    constructor(address implementation) ERC1967Proxy(implementation, abi.encodeWithSignature("paused()")) {}
}
