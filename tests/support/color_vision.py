"""Compute the contrast of two colors, and colors as people with color blindness see them."""

from __future__ import annotations

import numpy as np

MACHADO = {  # severity 1, Machado, Oliveira and Fernandes (2009)
    "normal": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
XYZ = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]


def linear(color: str) -> np.ndarray:
    spelled = color if len(color) == 7 else "#" + "".join(2 * digit for digit in color[1:])
    values = np.array([int(spelled[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    low, high = sorted(float(linear(color) @ XYZ[1]) for color in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(light: np.ndarray) -> np.ndarray:
    whole = np.array(XYZ) @ np.clip(light, 0, 1) / [0.9505, 1, 1.089]
    root = np.where(whole > 0.008856, np.cbrt(whole), 7.787 * whole + 16 / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])
