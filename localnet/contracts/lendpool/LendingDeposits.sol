// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {LendingMath} from "./LendingMath.sol";

/// @notice The lenders' side of a lending pool: deposits in price buckets. Amounts are in WAD, whatever the token.
abstract contract LendingDeposits {
    using SafeERC20 for IERC20;

    struct Bucket {
        uint256 lp;
        uint256 deposit;
        uint256 scale;
    }

    address public immutable quoteTokenAddress;
    uint256 public immutable quoteTokenScale;
    mapping(uint256 index => Bucket) private _buckets;
    mapping(uint256 index => mapping(address lender => uint256)) private _lenderLp;
    mapping(uint256 index => mapping(address lender => uint256)) private _depositTime;
    /// @dev Indexes of buckets with a deposit, the highest price first.
    uint256[] private _used;

    event AddQuoteToken(address indexed lender, uint256 indexed index, uint256 amount, uint256 lpAwarded, uint256 lup);

    error InvalidIndex();
    error InvalidAmount();
    error TransactionExpired();

    constructor(address quote) {
        quoteTokenAddress = quote;
        quoteTokenScale = 10 ** (18 - IERC20Metadata(quote).decimals());
    }

    /// @notice Lends `amount` of the quote token in a bucket. A low index is a high price.
    function addQuoteToken(
        uint256 amount,
        uint256 index,
        uint256 expiry
    ) external returns (uint256 lpAwarded, uint256 addedAmount) {
        require(block.timestamp <= expiry, TransactionExpired());
        require(index != 0, InvalidIndex());
        require(index <= LendingMath.MAX_INDEX, LendingMath.BucketIndexOutOfBounds());
        addedAmount = amount - (amount % quoteTokenScale);
        require(addedAmount != 0, InvalidAmount());
        _accrue();
        Bucket storage bucket = _buckets[index];
        if (bucket.lp == 0) _use(index, bucket);
        lpAwarded = bucket.lp == 0 ? addedAmount : Math.mulDiv(addedAmount, bucket.lp, bucket.deposit);
        bucket.lp += lpAwarded;
        bucket.deposit += addedAmount;
        _lenderLp[index][msg.sender] += lpAwarded;
        _depositTime[index][msg.sender] = block.timestamp;
        IERC20(quoteTokenAddress).safeTransferFrom(msg.sender, address(this), addedAmount / quoteTokenScale);
        emit AddQuoteToken(msg.sender, index, addedAmount, lpAwarded, _lup());
    }

    function lenderInfo(uint256 index, address lender) external view returns (uint256 lp, uint256 depositTime) {
        return (_lenderLp[index][lender], _depositTime[index][lender]);
    }

    /// @notice LP tokens, collateral (none: nothing is liquidated here), bankruptcy time, deposit with interest, and
    /// what interest has multiplied the deposit by.
    function bucketInfo(uint256 index) external view returns (uint256, uint256, uint256, uint256, uint256) {
        Bucket storage bucket = _buckets[index];
        return (bucket.lp, 0, 0, bucket.deposit, bucket.scale == 0 ? LendingMath.WAD : bucket.scale);
    }

    /// @notice Quote tokens, in the token's own units, that `lp` of a bucket redeem for.
    function quoteFor(uint256 index, uint256 lp) external view returns (uint256) {
        Bucket storage bucket = _buckets[index];
        return lp == 0 ? 0 : Math.mulDiv(lp, bucket.deposit, bucket.lp) / quoteTokenScale;
    }

    function depositSize() public view returns (uint256 sum) {
        for (uint256 i; i < _used.length; ++i) sum += _buckets[_used[i]].deposit;
    }

    /// @notice The bucket down to which deposits are needed for `debt`; 7388 where all of them do not suffice.
    function depositIndex(uint256 debt) public view returns (uint256) {
        if (debt == 0) return 0;
        uint256 sum;
        for (uint256 i; i < _used.length; ++i) {
            sum += _buckets[_used[i]].deposit;
            if (sum >= debt) return _used[i];
        }
        return LendingMath.MAX_INDEX;
    }

    /// @dev Brings debt and deposits up to now.
    function _accrue() internal virtual;

    function _lup() internal view virtual returns (uint256);

    /// @dev Shares interest among the deposits down to a bucket, by their size.
    function _earn(uint256 interest, uint256 lowest) internal {
        uint256 sum;
        for (uint256 i; i < _used.length && _used[i] <= lowest; ++i) sum += _buckets[_used[i]].deposit;
        for (uint256 i; i < _used.length && _used[i] <= lowest; ++i) {
            Bucket storage bucket = _buckets[_used[i]];
            uint256 earned = Math.mulDiv(interest, bucket.deposit, sum);
            bucket.scale += Math.mulDiv(bucket.scale, earned, bucket.deposit);
            bucket.deposit += earned;
        }
    }

    function _use(uint256 index, Bucket storage bucket) private {
        bucket.scale = LendingMath.WAD;
        _used.push(index);
        for (uint256 i = _used.length - 1; i > 0 && _used[i - 1] > index; --i) {
            (_used[i - 1], _used[i]) = (index, _used[i - 1]);
        }
    }
}
