// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice An auction whose bids are announced with a uint256 amount, and that simulates no checkpoint.
contract EarlyAuction {
    uint256 public constant clearingPrice = 3 << 96;
    uint256 public constant currencyRaised = 0;
    bool public constant isGraduated = false;
    uint64 public constant startBlock = 0;
    uint64 public constant endBlock = type(uint64).max;
    address public constant currency = address(0);
    address public token;

    event BidSubmitted(uint256 indexed id, address indexed owner, uint256 price, uint256 amount);

    constructor(address token_) {
        token = token_;
    }

    function bid(uint256 id, uint256 price, uint256 amount) external {
        emit BidSubmitted(id, msg.sender, price, amount);
    }
}

/// @notice A token whose ticker is of an early generation.
contract EarlyTicker {
    string public constant symbol = "wsAURORA";
    uint8 public constant decimals = 18;
}

/// @notice A launch arm that tells its auction and nothing of its life.
contract EarlyArm {
    EarlyAuction private immutable _auction;

    constructor(EarlyAuction auction) {
        _auction = auction;
    }

    function getAuctionStatus() external view returns (address, bool, bool, uint256, uint256) {
        return (address(_auction), true, false, _auction.clearingPrice(), 0);
    }
}

/// @notice Takes any call, and answers nothing.
contract Silence {
    fallback() external payable {}
}
