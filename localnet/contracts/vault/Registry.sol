// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @notice Plays the protocol's registry: which vault, share token, wrapper, oracle and gauge controller belong
/// to a creator coin, and which lottery manager serves a chain.
contract Registry is Ownable {
    struct Lane {
        address vault;
        address shareOFT;
        address wrapper;
        address oracle;
        address gaugeController;
        uint8 kind;
        bool active;
    }

    address[] private _tokens;
    mapping(address token => Lane) private _lanes;
    mapping(address shareOFT => address token) public getTokenForShareOFT;
    mapping(address vault => address token) public getTokenForVault;
    mapping(uint256 chainId => address manager) public getLotteryManager;

    event TokenRegistered(
        address indexed token,
        address indexed vault,
        address indexed shareOFT,
        address wrapper,
        address oracle,
        address gaugeController,
        uint8 kind
    );
    event TokenStatusUpdated(address indexed token, bool active);
    event LotteryManagerSet(uint256 indexed chainId, address manager);

    error TokenAlreadyRegistered(address token);
    error TokenNotRegistered(address token);
    error ZeroAddress();

    constructor(address owner_) Ownable(owner_) {}

    /// @param kind 0 for a creator's lane, 1 for an agent's.
    function registerToken(
        address token,
        address vault,
        address shareOFT,
        address wrapper,
        address oracle,
        address gaugeController,
        uint8 kind
    ) external onlyOwner {
        require(token != address(0) && vault != address(0) && shareOFT != address(0), ZeroAddress());
        require(!isTokenRegistered(token), TokenAlreadyRegistered(token));
        _tokens.push(token);
        _lanes[token] = Lane(vault, shareOFT, wrapper, oracle, gaugeController, kind, true);
        getTokenForShareOFT[shareOFT] = token;
        getTokenForVault[vault] = token;
        emit TokenRegistered(token, vault, shareOFT, wrapper, oracle, gaugeController, kind);
    }

    function setTokenActive(address token, bool active) external onlyOwner {
        require(isTokenRegistered(token), TokenNotRegistered(token));
        _lanes[token].active = active;
        emit TokenStatusUpdated(token, active);
    }

    function setLotteryManager(uint256 chainId, address manager) external onlyOwner {
        getLotteryManager[chainId] = manager;
        emit LotteryManagerSet(chainId, manager);
    }

    function getAllTokens() external view returns (address[] memory) {
        return _tokens;
    }

    function getTokenCount() external view returns (uint256) {
        return _tokens.length;
    }

    /// @notice Up to `limit` tokens from `offset` in the order of registration; empty past the end.
    function getTokensPaginated(uint256 offset, uint256 limit) external view returns (address[] memory page) {
        uint256 count = _tokens.length;
        if (offset >= count) return page;
        uint256 size = limit < count - offset ? limit : count - offset;
        page = new address[](size);
        for (uint256 i; i < size; ++i) page[i] = _tokens[offset + i];
    }

    function getVaultForToken(address token) external view returns (address) {
        return _lanes[token].vault;
    }

    function getShareOFTForToken(address token) external view returns (address) {
        return _lanes[token].shareOFT;
    }

    function getWrapperForToken(address token) external view returns (address) {
        return _lanes[token].wrapper;
    }

    function getOracleForToken(address token) external view returns (address) {
        return _lanes[token].oracle;
    }

    function getGaugeControllerForToken(address token) external view returns (address) {
        return _lanes[token].gaugeController;
    }

    function getVaultKind(address vault) external view returns (uint8) {
        return _lanes[getTokenForVault[vault]].kind;
    }

    function isTokenRegistered(address token) public view returns (bool) {
        return _lanes[token].vault != address(0);
    }

    function isTokenActive(address token) external view returns (bool) {
        return _lanes[token].active;
    }

    function isRegisteredVault(address vault) external view returns (bool) {
        return getTokenForVault[vault] != address(0);
    }
}
