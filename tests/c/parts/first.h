enum { first = 6 };
