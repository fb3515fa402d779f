// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {LendingPool} from "./LendingPool.sol";

/// @notice Plays the factory of lending pools: one for each pair of collateral and quote token.
contract LendingPoolFactory {
    bytes32 public constant ERC20_NON_SUBSET_HASH = keccak256("ERC20_NON_SUBSET_HASH");
    uint256 public constant MIN_RATE = 0.01e18;
    uint256 public constant MAX_RATE = 0.1e18;

    mapping(bytes32 subset => mapping(address collateral => mapping(address quote => address))) public deployedPools;
    address[] public deployedPoolsList;

    event PoolCreated(address pool_, bytes32 subsetHash_);

    error DeployQuoteCollateralSameToken();
    error DeployWithZeroAddress();
    error PoolAlreadyExists(address pool);
    error PoolInterestRateInvalid();

    /// @param rate interest of a year, in WAD: 1 % to 10 %.
    function deployPool(address collateral, address quote, uint256 rate) external returns (address pool) {
        require(collateral != address(0) && quote != address(0), DeployWithZeroAddress());
        require(collateral != quote, DeployQuoteCollateralSameToken());
        require(rate >= MIN_RATE && rate <= MAX_RATE, PoolInterestRateInvalid());
        address existing = deployedPools[ERC20_NON_SUBSET_HASH][collateral][quote];
        require(existing == address(0), PoolAlreadyExists(existing));
        pool = address(new LendingPool(collateral, quote, rate));
        deployedPools[ERC20_NON_SUBSET_HASH][collateral][quote] = pool;
        deployedPoolsList.push(pool);
        emit PoolCreated(pool, ERC20_NON_SUBSET_HASH);
    }

    function getDeployedPoolsList() external view returns (address[] memory) {
        return deployedPoolsList;
    }
}
