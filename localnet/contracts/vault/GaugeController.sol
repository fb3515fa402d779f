// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Wrapper} from "./Wrapper.sol";

interface IBurnsSharesForPrice {
    function burnSharesForPriceIncrease(uint256 shares) external;
}

/// @notice Plays a vault's gauge controller (not the voting gauge): it knows the parts of a lane and splits the
/// buy fees that the share token sends it into a burn, the jackpot and the treasuries.
contract GaugeController is Ownable {
    using SafeERC20 for IERC20;

    uint256 public constant burnShareBps = 961;
    uint256 public constant lotteryShareBps = 6900;
    uint256 public constant creatorShareBps = 0;
    uint256 public constant protocolShareBps = 2139;

    address public immutable shareOFT;
    address public immutable wrapper;
    address public immutable vault;
    address public immutable oracle;
    address public immutable creatorCoin;
    address public creatorTreasury;
    address public protocolTreasury;
    address public lotteryManager;
    uint256 private _jackpotReserve;

    event FeesDistributed(uint256 burned, uint256 toJackpot, uint256 toProtocol);
    event JackpotPaid(address indexed winner, uint256 shares);

    error NotLotteryManager(address caller);

    constructor(
        address shareOFT_,
        address wrapper_,
        address vault_,
        address oracle_,
        address creatorCoin_,
        address creatorTreasury_,
        address protocolTreasury_
    ) Ownable(msg.sender) {
        shareOFT = shareOFT_;
        wrapper = wrapper_;
        vault = vault_;
        oracle = oracle_;
        creatorCoin = creatorCoin_;
        creatorTreasury = creatorTreasury_;
        protocolTreasury = protocolTreasury_;
    }

    /// @notice Share tokens set aside for the lottery, in share-token base units.
    function getJackpotReserve() external view returns (uint256) {
        return _jackpotReserve;
    }

    function setLotteryManager(address manager) external onlyOwner {
        lotteryManager = manager;
    }

    /// @notice Pays a winner from the reserve.
    function payJackpot(address winner, uint256 shares) external {
        require(msg.sender == lotteryManager, NotLotteryManager(msg.sender));
        _jackpotReserve -= shares;
        IERC20(shareOFT).safeTransfer(winner, shares);
        emit JackpotPaid(winner, shares);
    }

    /// @notice Splits what arrived since the last call: burn, jackpot, protocol (the creator's share is zero).
    function distribute() external {
        uint256 received = IERC20(shareOFT).balanceOf(address(this)) - _jackpotReserve;
        uint256 burned = (received * burnShareBps) / 10_000;
        uint256 toJackpot = (received * lotteryShareBps) / 10_000;
        uint256 toProtocol = received - burned - toJackpot;
        _jackpotReserve += toJackpot;
        if (burned != 0) {
            uint256 vaultShares = Wrapper(wrapper).unwrap(burned);
            IBurnsSharesForPrice(vault).burnSharesForPriceIncrease(vaultShares);
        }
        IERC20(shareOFT).safeTransfer(protocolTreasury, toProtocol);
        emit FeesDistributed(burned, toJackpot, toProtocol);
    }
}
