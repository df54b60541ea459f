_Atomic int flag;
