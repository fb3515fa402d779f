// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IAllowanceTransfer} from "@uniswap/v4-periphery/lib/permit2/src/interfaces/IAllowanceTransfer.sol";

/// @notice What an auction is paid in: the chain's own currency (the zero address), or an ERC-20 token.
library Currency {
    using SafeERC20 for IERC20;

    IAllowanceTransfer private constant PERMIT2 = IAllowanceTransfer(0x000000000022D473030F116dDEE9F6B43aC78BA3);

    error InvalidAmount();
    error CurrencyIsNotNative();
    error TransferFromFailed();
    error NativeTransferFailed();

    /// @notice Takes `amount` from the caller: as the call's value, or through Permit2.
    function pull(address currency, uint128 amount) internal {
        if (currency == address(0)) {
            require(msg.value == amount, InvalidAmount());
            return;
        }
        require(msg.value == 0, CurrencyIsNotNative());
        try PERMIT2.transferFrom(msg.sender, address(this), amount, currency) {}
        catch {
            revert TransferFromFailed();
        }
    }

    function pay(address currency, address to, uint256 amount) internal {
        if (amount == 0) return;
        if (currency != address(0)) return IERC20(currency).safeTransfer(to, amount);
        (bool paid,) = to.call{value: amount}("");
        require(paid, NativeTransferFailed());
    }
}
