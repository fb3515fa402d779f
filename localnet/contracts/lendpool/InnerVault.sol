// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {LendingPool} from "./LendingPool.sol";
import {VaultAuth} from "./VaultAuth.sol";

/// @notice Holds the part of an inner vault that is not lent; only that vault moves it.
contract VaultBuffer {
    using SafeERC20 for IERC20;

    address public immutable vault = msg.sender;
    IERC20 public immutable asset;

    error OnlyVault();

    constructor(IERC20 asset_) {
        asset = asset_;
    }

    function release(uint256 amount) external {
        require(msg.sender == vault, OnlyVault());
        asset.safeTransfer(vault, amount);
    }
}

/// @notice Plays the ERC-4626 vault that lends one asset in buckets of a lending pool, with a buffer for exits.
contract InnerVault is ERC4626 {
    using SafeERC20 for IERC20;

    address public immutable AJNA_POOL;
    address public immutable AUTH;
    address public immutable BUFFER;
    uint256[] private _buckets;

    event Move(uint256 indexed toIndex, uint256 amount);

    error NotAuthorized();
    error Paused();
    error BucketBelowMinimum(uint256 index, uint256 minimum);
    error BufferBelowRatio();

    constructor(
        IERC20 asset_,
        address pool,
        address auth,
        string memory name_,
        string memory symbol_
    ) ERC20(name_, symbol_) ERC4626(asset_) {
        AJNA_POOL = pool;
        AUTH = auth;
        BUFFER = address(new VaultBuffer(asset_));
        asset_.forceApprove(pool, type(uint256).max);
    }

    function totalAssets() public view override returns (uint256 assets) {
        assets = bufferAssets();
        for (uint256 i; i < _buckets.length; ++i) assets += bucketAssets(_buckets[i]);
    }

    function bufferAssets() public view returns (uint256) {
        return IERC20(asset()).balanceOf(BUFFER);
    }

    function getBuckets() external view returns (uint256[] memory) {
        return _buckets;
    }

    function bucketLp(uint256 index) public view returns (uint256 lp) {
        (lp, ) = LendingPool(AJNA_POOL).lenderInfo(index, address(this));
    }

    function bucketAssets(uint256 index) public view returns (uint256) {
        return LendingPool(AJNA_POOL).quoteFor(index, bucketLp(index));
    }

    function maxDeposit(address) public view override returns (uint256) {
        if (VaultAuth(AUTH).paused()) return 0;
        uint256 cap = VaultAuth(AUTH).depositCap();
        if (cap == type(uint256).max) return cap;
        uint256 assets = totalAssets();
        return assets >= cap ? 0 : cap - assets;
    }

    function maxWithdraw(address owner) public view override returns (uint256) {
        return VaultAuth(AUTH).paused() ? 0 : Math.min(super.maxWithdraw(owner), bufferAssets());
    }

    /// @notice A keeper lends from the buffer, not above the price limit and not below the buffer's part.
    function moveFromBuffer(uint256 index, uint256 amount) external {
        VaultAuth auth = VaultAuth(AUTH);
        require(auth.isKeeper(msg.sender), NotAuthorized());
        require(!auth.paused(), Paused());
        require(index >= auth.minBucketIndex(), BucketBelowMinimum(index, auth.minBucketIndex()));
        uint256 keep = (totalAssets() * auth.bufferRatio()) / 10_000;
        require(bufferAssets() >= amount + keep, BufferBelowRatio());
        VaultBuffer(BUFFER).release(amount);
        if (bucketLp(index) == 0) _buckets.push(index);
        LendingPool(AJNA_POOL).addQuoteToken(amount, index, block.timestamp);
        emit Move(index, amount);
    }

    function _decimalsOffset() internal pure override returns (uint8) {
        return 0;
    }

    function _transferIn(address from, uint256 assets) internal override {
        IERC20(asset()).safeTransferFrom(from, BUFFER, assets);
    }

    function _transferOut(address to, uint256 assets) internal override {
        VaultBuffer(BUFFER).release(assets);
        IERC20(asset()).safeTransfer(to, assets);
    }
}
