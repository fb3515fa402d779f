// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

interface IVotingPower {
    function getVotingPower(address user) external view returns (uint256);
}

/// @notice Plays the contract that says what a lock's power is used for: votes (ve33) or lottery boosts (veLottery).
/// The holder claims each out of the power that is free. As power decays, claims that it no longer covers fall away,
/// lottery boosts before votes.
contract VeUtility {
    struct Claims {
        uint256 ve33;
        uint256 veLottery;
    }

    IVotingPower public immutable ve4626;
    mapping(address user => Claims) private _claims;

    event Claimed(address indexed user, uint256 ve33, uint256 veLottery);
    event Synced(address indexed user, uint256 ve33, uint256 veLottery);

    error ZeroAmount();
    error InsufficientCapacity();

    constructor(address ve4626_) {
        ve4626 = IVotingPower(ve4626_);
    }

    function claimVe33(uint256 amount) external {
        _claim(amount, 0);
    }

    function claimVeLottery(uint256 amount) external {
        _claim(0, amount);
    }

    /// @notice Claims all power that is free for votes.
    function claimAllOutstanding() external {
        _claim(freeCapacityOf(msg.sender), 0);
    }

    /// @notice Writes down what decay has left of an address's claims; anyone may.
    function sync(address user) public {
        (uint256 ve33, uint256 veLottery) = previewUtilities(user);
        Claims storage claims = _claims[user];
        if (claims.ve33 == ve33 && claims.veLottery == veLottery) return;
        _claims[user] = Claims(ve33, veLottery);
        emit Synced(user, ve33, veLottery);
    }

    /// @notice The claims as a sync would leave them now.
    function previewUtilities(address user) public view returns (uint256 ve33, uint256 veLottery) {
        uint256 power = ve4626.getVotingPower(user);
        Claims memory claims = _claims[user];
        ve33 = claims.ve33 < power ? claims.ve33 : power;
        veLottery = claims.veLottery < power - ve33 ? claims.veLottery : power - ve33;
    }

    function effectiveVe33Of(address user) external view returns (uint256 ve33) {
        (ve33, ) = previewUtilities(user);
    }

    function freeCapacityOf(address user) public view returns (uint256) {
        (uint256 ve33, uint256 veLottery) = previewUtilities(user);
        return ve4626.getVotingPower(user) - ve33 - veLottery;
    }

    function _claim(uint256 ve33, uint256 veLottery) private {
        sync(msg.sender);
        uint256 free = freeCapacityOf(msg.sender);
        require(ve33 + veLottery != 0, ZeroAmount());
        require(ve33 + veLottery <= free, InsufficientCapacity());
        Claims storage claims = _claims[msg.sender];
        claims.ve33 += ve33;
        claims.veLottery += veLottery;
        emit Claimed(msg.sender, claims.ve33, claims.veLottery);
    }
}
