// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {TrendCoin} from "./TrendCoin.sol";

/// @notice What every generation of the trend factory does: one coin a ticker, whatever its case, at an address that
/// only the ticker decides. The whole supply goes to who makes the market.
abstract contract TrendTickers {
    struct PoolKey {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    address public immutable trendCoinImpl;
    address public immutable market;

    mapping(bytes32 tickerHash => bool) private _used;

    event TrendCoinCreated(
        address indexed caller,
        string symbol,
        address coin,
        PoolKey poolKey,
        bytes32 poolKeyHash,
        bytes poolConfig,
        string version
    );

    error TickerInvalidCharacters();
    error TickerTooShort();
    error TickerTooLong();
    error TickerAlreadyUsed(string symbol);

    constructor(address market_) {
        trendCoinImpl = address(new TrendCoin());
        market = market_;
    }

    function trendCoinAddress(string calldata symbol) public view virtual returns (address) {
        return Clones.predictDeterministicAddress(trendCoinImpl, _tickerHash(symbol), address(this));
    }

    function _deployTrendCoin(string calldata symbol) internal returns (address coin) {
        bytes32 salt = _tickerHash(symbol);
        if (_used[salt]) revert TickerAlreadyUsed(symbol);
        _requireValid(bytes(symbol));
        _used[salt] = true;
        coin = Clones.cloneDeterministic(trendCoinImpl, salt);
        TrendCoin(coin).initialize(symbol, market);
        PoolKey memory key = PoolKey(address(0), coin, 100, 1, address(0));
        emit TrendCoinCreated(msg.sender, symbol, coin, key, keccak256(abi.encode(key)), "", "local");
    }

    function _tickerHash(string calldata symbol) private pure returns (bytes32) {
        bytes memory folded = bytes(symbol);
        for (uint256 i = 0; i < folded.length; i++) {
            if (folded[i] >= 0x41 && folded[i] <= 0x5A) folded[i] = bytes1(uint8(folded[i]) + 32);
        }
        return keccak256(folded);
    }

    function _requireValid(bytes calldata symbol) private pure {
        if (symbol.length < 2) revert TickerTooShort();
        if (symbol.length > 32) revert TickerTooLong();
        for (uint256 i = 0; i < symbol.length; i++) {
            bytes1 char = symbol[i];
            bool isDigit = char >= 0x30 && char <= 0x39;
            bool isLetter = (char >= 0x41 && char <= 0x5A) || (char >= 0x61 && char <= 0x7A);
            if (!isDigit && !isLetter) revert TickerInvalidCharacters();
        }
    }
}
