// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {LiquidityStrategy} from "./LiquidityStrategy.sol";

/// @notice Plays the first generation of the liquidity strategy: it names its coin CREATOR, knows a dex factory and an
/// automatic fee tier, and borrows nothing.
contract FirstLpStrategy is LiquidityStrategy {
    address public dexFactory;
    bool public autoFeeTier = true;

    event DexFactorySet(address indexed factory);
    event AutoFeeTierSet(bool autoFeeTier);

    constructor(
        address vault_,
        address asset_,
        address owner_,
        address usdc,
        address router,
        address oracle
    ) LiquidityStrategy(vault_, asset_, owner_, usdc, router, oracle) {}

    function CREATOR() external view returns (address) {
        return ASSET;
    }

    function lpVault() external view returns (address) {
        return _lpVault;
    }

    function setLpVault(address next) external {
        _setLpVault(next);
    }

    function ownerEmergencyWithdrawFromLp() external returns (uint256 amount0, uint256 amount1) {
        return _withdrawFromLp();
    }

    function setDexFactory(address factory) external onlyOwner {
        dexFactory = factory;
        emit DexFactorySet(factory);
    }

    function setAutoFeeTier(bool on) external onlyOwner {
        autoFeeTier = on;
        emit AutoFeeTierSet(on);
    }
}
