// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Tick} from "./AuctionTypes.sol";

/// @notice Prices that were bid, as a list linked upwards from the floor, each with the demand at it.
abstract contract TickBook {
    uint256 public constant MAX_TICK_PTR = type(uint256).max;

    uint256 public immutable floorPrice;
    uint256 public immutable tickSpacing;
    /// @notice The lowest price above the clearing price that somebody bid.
    uint256 public nextActiveTickPrice = MAX_TICK_PTR;

    mapping(uint256 price => Tick) internal _ticks;

    event TickInitialized(uint256 price);
    event NextActiveTickUpdated(uint256 price);

    error TickSpacingTooSmall();
    error FloorPriceIsZero();
    error FloorPriceTooLow();
    error TickPriceNotAtBoundary();
    error TickPreviousPriceInvalid();
    error InvalidTickPrice();

    constructor(uint256 floorPrice_, uint256 tickSpacing_) {
        require(tickSpacing_ >= 2, TickSpacingTooSmall());
        require(floorPrice_ != 0, FloorPriceIsZero());
        require(floorPrice_ >= 2 ** 32, FloorPriceTooLow());
        require(floorPrice_ % tickSpacing_ == 0, TickPriceNotAtBoundary());
        floorPrice = floorPrice_;
        tickSpacing = tickSpacing_;
        _ticks[floorPrice_].next = MAX_TICK_PTR;
        emit TickInitialized(floorPrice_);
    }

    function ticks(uint256 price) external view returns (Tick memory) {
        return _ticks[price];
    }

    /// @dev `prevPrice` is where the search for the place of a new tick begins.
    function _initializeTickIfNeeded(uint256 prevPrice, uint256 price) internal {
        require(price != MAX_TICK_PTR, InvalidTickPrice());
        require(price % tickSpacing == 0, TickPriceNotAtBoundary());
        if (_ticks[price].next != 0) return;
        uint256 next = _ticks[prevPrice].next;
        require(next != 0 && prevPrice < price, TickPreviousPriceInvalid());
        while (next < price) {
            prevPrice = next;
            next = _ticks[prevPrice].next;
        }
        _ticks[price].next = next;
        _ticks[prevPrice].next = price;
        if (next == nextActiveTickPrice) {
            nextActiveTickPrice = price;
            emit NextActiveTickUpdated(price);
        }
        emit TickInitialized(price);
    }
}
