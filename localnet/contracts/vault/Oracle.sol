// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IUniswapV3Pool} from "@uniswap/v3-core/contracts/interfaces/IUniswapV3Pool.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {PoolMath} from "../dex/PoolMath.sol";

/// @notice Plays a creator coin's price oracle: a posted price while it is fresh, else the pool's 30 minute mean.
/// Assumes a coin of 18 decimals and a dollar token of 6.
contract Oracle is Ownable {
    uint256 public constant MAX_PRICE_AGE = 2 hours;
    uint32 public constant TWAP_SECONDS = 1800;

    int256 private _price;
    uint256 private _updatedAt;
    bool public v3PoolConfigured;
    address public v3Pool;
    address public v3CreatorToken;
    address public v3UsdToken;

    event PriceUpdated(int256 price, uint256 timestamp);
    event V3PoolConfigured(address indexed pool, address creatorToken, address usdToken);

    error InvalidPrice(int256 price);
    error InvalidPool(address pool);
    error V3NotConfigured();

    constructor(address owner_) Ownable(owner_) {}

    /// @param price US dollars per coin, times 1e18.
    function setPrice(int256 price) external onlyOwner {
        require(price > 0, InvalidPrice(price));
        _price = price;
        _updatedAt = block.timestamp;
        emit PriceUpdated(price, block.timestamp);
    }

    function configureV3Pool(address pool, address creatorToken, address usdToken) external onlyOwner {
        (address low, address high) = creatorToken < usdToken ? (creatorToken, usdToken) : (usdToken, creatorToken);
        require(IUniswapV3Pool(pool).token0() == low && IUniswapV3Pool(pool).token1() == high, InvalidPool(pool));
        (v3PoolConfigured, v3Pool, v3CreatorToken, v3UsdToken) = (true, pool, creatorToken, usdToken);
        emit V3PoolConfigured(pool, creatorToken, usdToken);
    }

    /// @return price US dollars per coin, times 1e18; zero or below means none.
    /// @return timestamp when that price held, in unix seconds.
    function getAssetPrice() external view returns (int256 price, uint256 timestamp) {
        (price, timestamp) = (_price, _updatedAt);
        if (!v3PoolConfigured || timestamp + MAX_PRICE_AGE >= block.timestamp) return (price, timestamp);
        uint32[] memory ago = new uint32[](2);
        ago[0] = TWAP_SECONDS;
        try IUniswapV3Pool(v3Pool).observe(ago) returns (int56[] memory cumulative, uint160[] memory) {
            (price, timestamp) = (_priceAt(_meanTick(cumulative[1] - cumulative[0], TWAP_SECONDS)), block.timestamp);
        } catch {}
    }

    /// @notice Lending bucket of the pool's mean price: 4156 for a tick of zero, one less for every 50 ticks. Takes the
    /// tick as coins per dollar in base units, whatever the tokens' decimals.
    function getAjnaBucketFromV3TWAP(uint32 duration) external view returns (uint256 bucketIndex) {
        require(v3PoolConfigured, V3NotConfigured());
        uint32[] memory ago = new uint32[](2);
        ago[0] = duration;
        (int56[] memory cumulative, ) = IUniswapV3Pool(v3Pool).observe(ago);
        int256 tick = _meanTick(cumulative[1] - cumulative[0], duration);
        if (v3CreatorToken < v3UsdToken) tick = -tick;
        int256 steps = tick / 50;
        if (tick < 0 && tick % 50 != 0) --steps;
        int256 bucket = 4156 - steps;
        return uint256(bucket < 1 ? int256(1) : bucket > 7388 ? int256(7388) : bucket);
    }

    function _meanTick(int56 delta, uint32 time) private pure returns (int24 tick) {
        tick = int24(delta / int56(uint56(time)));
        if (delta < 0 && delta % int56(uint56(time)) != 0) --tick;
    }

    function _priceAt(int24 tick) private view returns (int256) {
        uint256 sqrtPrice = PoolMath.sqrtPriceAt(tick);
        uint256 ratio = Math.mulDiv(sqrtPrice, sqrtPrice, 1 << 96);
        bool coinFirst = v3CreatorToken < v3UsdToken;
        return int256(coinFirst ? Math.mulDiv(ratio, 1e30, 1 << 96) : Math.mulDiv(1e30, 1 << 96, ratio));
    }
}
