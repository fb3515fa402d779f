// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {LpVault} from "./LpVault.sol";

/// @notice Plays the factory of LP vaults: it knows the ones that it made.
contract LpVaultFactory {
    address[] public vaults;
    mapping(address vault => bool) public isVault;

    event NewVault(address vault);

    /// @dev The same parameters as the constructor of LpVault.
    function createVault(
        address pool,
        address manager,
        int24 baseThreshold,
        int24 limitThreshold,
        string memory name,
        string memory symbol
    ) external returns (address vault) {
        vault = address(new LpVault(pool, manager, baseThreshold, limitThreshold, name, symbol));
        vaults.push(vault);
        isVault[vault] = true;
        emit NewVault(vault);
    }

    function numVaults() external view returns (uint256) {
        return vaults.length;
    }
}
