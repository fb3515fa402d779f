// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {LotteryManager} from "./LotteryManager.sol";

/// @notice Plays the router of the free way into the lottery: a relayer brings what a wallet's burnt points prove, once
/// for each burn, and the router enters the wallet with the manager.
contract AmoeRouter is Ownable {
    uint256 public constant EPOCH_DURATION = 1 days;
    /// @notice Seconds after an epoch's end in which its entries are still taken.
    uint256 public constant EPOCH_GRACE = 60;

    LotteryManager public immutable manager;
    uint256 public immutable genesis;
    uint256 public nextEntryId = 1;
    mapping(address relayer => bool) public isRelayer;
    mapping(bytes32 nullifier => bool) public isSpent;

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

    error NotRelayer(address caller);
    error NullifierSpent(bytes32 nullifier);
    error WrongEpoch(uint64 epoch);

    constructor(LotteryManager manager_, uint256 genesis_, address owner_) Ownable(owner_) {
        manager = manager_;
        genesis = genesis_;
    }

    function setRelayer(address relayer, bool allowed) external onlyOwner {
        isRelayer[relayer] = allowed;
    }

    function currentEpoch() public view returns (uint64) {
        return _epochAt(block.timestamp);
    }

    /// @param pointsBurnNullifier names the burn; it counts once.
    /// @param pointsBurnedAsUSD what the burnt points are worth, six decimals.
    function relayEntry(
        address buyer,
        address creatorCoin,
        uint64 epoch,
        bytes32 nonceCommit,
        bytes32 walletAddrCommit,
        bytes32 pointsBurnNullifier,
        uint256 pointsBurnedAsUSD
    ) external returns (uint256 entryId) {
        require(isRelayer[msg.sender], NotRelayer(msg.sender));
        require(epoch == currentEpoch() || epoch == _epochAt(block.timestamp - EPOCH_GRACE), WrongEpoch(epoch));
        require(!isSpent[pointsBurnNullifier], NullifierSpent(pointsBurnNullifier));
        isSpent[pointsBurnNullifier] = true;
        entryId = nextEntryId++;
        emit AmoeEntryRecorded(entryId, buyer, creatorCoin, epoch, nonceCommit, walletAddrCommit, 0);
        uint256 managerEntryId = manager.processAmoeEntry(buyer, creatorCoin, pointsBurnedAsUSD);
        emit AmoeEntrySettled(entryId, pointsBurnNullifier, pointsBurnedAsUSD, managerEntryId);
    }

    function _epochAt(uint256 time) private view returns (uint64) {
        return uint64((time - genesis) / EPOCH_DURATION);
    }
}
