"""A second answer to what tests of machines do, which shares nothing with Drover."""
