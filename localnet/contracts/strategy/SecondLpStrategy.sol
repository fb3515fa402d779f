// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {LpStrategy} from "./LpStrategy.sol";

/// @notice Plays the generation between the first and the current one: the current names, and still a dex factory and an
/// automatic fee tier. It stands behind a proxy, so that nothing of its constructor is in the proxy's storage.
contract SecondLpStrategy is LpStrategy {
    address public uniFactory;
    bool public autoFeeTier;

    event UniFactorySet(address indexed factory);
    event AutoFeeTierSet(bool autoFeeTier);

    error AlreadyInitialized();

    constructor(
        address vault_,
        address asset_,
        address owner_,
        address usdc,
        address router,
        address oracle
    ) LpStrategy(vault_, asset_, owner_, usdc, router, oracle) {}

    /// @notice Gives a new proxy its owner and the settings that a strategy begins with.
    function initialize(address owner_) external {
        require(owner() == address(0), AlreadyInitialized());
        _transferOwnership(owner_);
        (maxSwapPercent, swapSlippageBps, depositSlippageBps, swapPoolFee) = (5, 300, 500, 3000);
        (active, autoFeeTier) = (true, true);
        ajnaMinCollateralRatioBps = 12_500;
    }

    function CREATOR() external view returns (address) {
        return ASSET;
    }

    function setUniFactory(address factory) external onlyOwner {
        uniFactory = factory;
        emit UniFactorySet(factory);
    }

    function setAutoFeeTier(bool on) external onlyOwner {
        autoFeeTier = on;
        emit AutoFeeTierSet(on);
    }
}
