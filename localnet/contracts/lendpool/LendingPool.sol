// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @notice Plays the lender's side of a lending pool with price buckets: index 0 to 7388, amounts in WAD.
contract LendingPool {
    using SafeERC20 for IERC20;

    struct Bucket {
        uint256 lp;
        uint256 deposit;
    }

    uint256 public constant MAX_BUCKET_INDEX = 7388;
    address public immutable collateralAddress;
    address public immutable quoteTokenAddress;
    uint256 public immutable collateralScale;
    uint256 public immutable quoteTokenScale;
    uint8 public constant poolType = 0;
    mapping(uint256 index => Bucket) private _buckets;
    mapping(uint256 index => mapping(address lender => uint256)) private _lenderLp;
    mapping(uint256 index => mapping(address lender => uint256)) private _depositTime;

    event AddQuoteToken(address indexed lender, uint256 indexed index, uint256 amount, uint256 lpAwarded, uint256 lup);

    error BucketIndexOutOfBounds();
    error InvalidIndex();
    error InvalidAmount();
    error TransactionExpired();

    constructor(address collateral, address quote) {
        collateralAddress = collateral;
        quoteTokenAddress = quote;
        collateralScale = 10 ** (18 - IERC20Metadata(collateral).decimals());
        quoteTokenScale = 10 ** (18 - IERC20Metadata(quote).decimals());
    }

    /// @notice Lends `amount` (WAD) of the quote token in a bucket. A low index is a high price.
    function addQuoteToken(
        uint256 amount,
        uint256 index,
        uint256 expiry
    ) external returns (uint256 lpAwarded, uint256 addedAmount) {
        require(block.timestamp <= expiry, TransactionExpired());
        require(index != 0, InvalidIndex());
        require(index <= MAX_BUCKET_INDEX, BucketIndexOutOfBounds());
        addedAmount = (amount / quoteTokenScale) * quoteTokenScale;
        require(addedAmount != 0, InvalidAmount());
        Bucket storage bucket = _buckets[index];
        lpAwarded = bucket.lp == 0 ? addedAmount : Math.mulDiv(addedAmount, bucket.lp, bucket.deposit);
        bucket.lp += lpAwarded;
        bucket.deposit += addedAmount;
        _lenderLp[index][msg.sender] += lpAwarded;
        _depositTime[index][msg.sender] = block.timestamp;
        IERC20(quoteTokenAddress).safeTransferFrom(msg.sender, address(this), addedAmount / quoteTokenScale);
        emit AddQuoteToken(msg.sender, index, addedAmount, lpAwarded, 0);
    }

    function lenderInfo(uint256 index, address lender) external view returns (uint256 lp, uint256 depositTime) {
        return (_lenderLp[index][lender], _depositTime[index][lender]);
    }

    function bucketInfo(
        uint256 index
    )
        external
        view
        returns (
            uint256 lpAccumulator,
            uint256 availableCollateral,
            uint256 bankruptcyTime,
            uint256 bucketDeposit,
            uint256 bucketScale
        )
    {
        return (_buckets[index].lp, 0, 0, _buckets[index].deposit, 1e18);
    }

    /// @notice Quote tokens, in the token's own units, that `lp` of a bucket redeem for.
    function quoteFor(uint256 index, uint256 lp) external view returns (uint256) {
        Bucket storage bucket = _buckets[index];
        return lp == 0 ? 0 : Math.mulDiv(lp, bucket.deposit, bucket.lp) / quoteTokenScale;
    }
}
