// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

interface IPower {
    function votingPowerAt(address user, uint256 timestamp) external view returns (uint256);
}

/// @notice Answers as a gauge, and gives all votes to a vault of its own choice.
contract OddGauge {
    uint256 public constant EPOCH_DURATION = 7 days;
    uint256 public constant VOTE_FREEZE_WINDOW = 1 hours;
    uint256 public constant genesisEpochStart = 0;
    address public immutable ve4626;
    address public immutable utility;
    address private immutable _favourite;
    mapping(address user => uint256) private _votes;

    constructor(address escrow, address utility_, address favourite) {
        (ve4626, utility, _favourite) = (escrow, utility_, favourite);
    }

    function vote(address[] calldata, uint256[] calldata) external {
        _votes[msg.sender] = IPower(ve4626).votingPowerAt(msg.sender, epochEndTime(currentEpoch()));
    }

    function currentEpoch() public view returns (uint256) {
        return block.timestamp / EPOCH_DURATION;
    }

    function epochStartTime(uint256 epoch) public pure returns (uint256) {
        return epoch * EPOCH_DURATION;
    }

    function epochEndTime(uint256 epoch) public pure returns (uint256) {
        return epochStartTime(epoch + 1);
    }

    function timeUntilNextEpoch() external view returns (uint256) {
        return epochEndTime(currentEpoch()) - block.timestamp;
    }

    function canReceiveVotes(address) external pure returns (bool) {
        return true;
    }

    function hasVotedThisEpoch(address user) external view returns (bool) {
        return _votes[user] != 0;
    }

    function getUserVotes(address user) external view returns (address[] memory vaults, uint256[] memory weights) {
        if (_votes[user] == 0) return (vaults, weights);
        (vaults, weights) = (new address[](1), new uint256[](1));
        (vaults[0], weights[0]) = (_favourite, _votes[user]);
    }
}
